import { describe, expect, it } from 'vitest';
import { checkEvent } from '../../../src/proxy/allow-list/check-event.ts';

const events = { 'quiz-finished': ['score', 'passed', 'title'], opened: [] };
const check = (body: string): unknown => {
  try {
    return checkEvent(body, events);
  } catch (refusal) {
    return (refusal as { status: number }).status;
  }
};

describe('checkEvent', () => {
  it.each([
    ['{"name":"opened"}', '{"name":"opened","data":{}}'],
    ['{"name":"opened","data":{}}', '{"name":"opened","data":{}}'],
    [
      '{ "data": {"score": 7, "passed": true, "title": "A"}, "name": "quiz-finished" }',
      '{"name":"quiz-finished","data":{"score":7,"passed":true,"title":"A"}}',
    ],
    [
      '{"name":"quiz-finished","data":{"score":1},"data":{"score":2}}',
      '{"name":"quiz-finished","data":{"score":2}}',
    ],
    ['{"name":"order.created","name":"opened"}', '{"name":"opened","data":{}}'],
    [
      `{"name":"quiz-finished","data":{"title":"${'a'.repeat(255)}"}}`,
      `{"name":"quiz-finished","data":{"title":"${'a'.repeat(255)}"}}`,
    ],
  ])('forwards %s as the body that was checked', (body, forwarded) => {
    expect(check(body)).toBe(forwarded);
  });

  it.each([
    ['{}', 403],
    ['null', 403],
    ['[]', 403],
    ['{"name":"order.created"}', 403],
    ['{"name":"toString"}', 403],
    ['{"name":["opened"]}', 403],
    ['{"name":"opened","profile_id":"8"}', 403],
    ['{"name":"opened","data":{"score":1}}', 400],
    ['{"name":"quiz-finished","data":{"profile_id":"8"}}', 400],
    ['{"name":"quiz-finished","data":[]}', 400],
    ['{"name":"quiz-finished","data":null}', 400],
    ['{"name":"quiz-finished","data":"score"}', 400],
    ['{"name":"quiz-finished","data":5}', 400],
    ['{"name":"quiz-finished","data":true}', 400],
    ['{"name":"quiz-finished","data":{"score":{"profile_id":"8"}}}', 400],
    ['{"name":"quiz-finished","data":{"score":null}}', 400],
    [`{"name":"quiz-finished","data":{"title":"${'a'.repeat(256)}"}}`, 400],
  ])('refuses %s with %i', (body, status) => {
    expect(check(body)).toBe(status);
  });
});
