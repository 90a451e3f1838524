import { subjectsFrom, type ResourceName, type Subjects } from '../elements.ts';
import { examineResource, recordsOf, type ExamineOptions, type Finding } from '../examine.ts';
import type { Problem } from '../problem.ts';
import { TOKEN_OPERATION } from '../recorded-fetch.ts';
import { readsPlace } from '../tenant-rules.ts';
import { expiryRule, messageRule } from './answers.ts';
import { COUNTING } from './known-habits.ts';
import { meaningRules } from './meanings.ts';
import { largestPage, missingBrowse, solvePages } from './pages.ts';
import { fieldRules, propose, tierRules } from './propose.ts';
import { fileOf, ruleAt, rulesOf, withRules, type Rule } from './rules.ts';
import { readKnownPoints, type KnownPoints } from './known-points.ts';
import { keepRule } from './states.ts';

// Finds the lines of a draft: proposes one for the first problem of an element, reads the same answers with it, and goes on with what is
// then the first problem.

export interface Draft {
  /** With those of the tenant file that was given. */
  readonly rules: readonly Rule[];
  /** What no line solves. */
  readonly left: readonly string[];
}

/** Lists come before what is on them, definitions before what belongs to them, and the ledger before the balance, which it has to agree with. Not
 * the card: whose profile an answer has must be known, not guessed. */
const ORDER: readonly ResourceName[] = [
  ...([
    'account',
    'history',
    'balances',
    'tiers',
    'tier',
    'lists',
    'wishlist',
    'rewards',
    'benefits',
    'credits',
  ] as const),
  ...(['achievements', 'dates', 'receipts', 'shares', 'own list', 'shared list'] as const),
];
const MAX_STEPS = 25;

export async function inferDraft(options: ExamineOptions, given: Subjects): Promise<Draft> {
  let rules = rulesOf(options.settings.tenantFile);
  let subjects = given;
  let knownPoints: KnownPoints = { expected: options.expectedPoints, sum: undefined, newest: undefined };
  const left: string[] = [];
  const { settings, recorder } = options;

  const examineWith = (name: ResourceName, tried: readonly Rule[]): Promise<Finding> =>
    examineResource(name, subjects, { ...options, settings: { ...settings, tenantFile: fileOf(tried) } });

  /** Takes the first of these lines with which the finding is as `helps` wants it, and nothing else is lost. */
  async function takeFirst(
    name: ResourceName,
    before: Finding,
    proposals: readonly (readonly Rule[])[],
    helps: (found: Finding) => boolean,
  ): Promise<Finding | undefined> {
    for (const proposal of proposals) {
      const tried = withRules(rules, proposal);
      const found = await examineWith(name, tried);
      if (!isAnswered(proposal, found) || (hasRefusedToken(found) && !hasRefusedToken(before))) continue;
      if (!helps(found) || (before.status === 'loaded' && found.status !== 'loaded')) continue;
      rules = tried;
      return found;
    }
    return undefined;
  }

  /** Whether each path of a proposal was answered: one that is refused in another way is no solution. */
  const isAnswered = (proposal: readonly Rule[], { exchanges }: Finding): boolean =>
    proposal.every(
      ({ at }) =>
        at[2] !== 'path' ||
        exchanges.some(({ operation, status }) => operation === at[1] && status >= 200 && status < 300),
    );

  /** A line with which the service takes the token no more has taken another text for it. */
  const hasRefusedToken = ({ exchanges }: Finding): boolean =>
    exchanges.some(({ operation, status }) => operation !== TOKEN_OPERATION && status === 401);

  const tierDefinitions = () =>
    recorder.exchanges.filter(({ operation }) => operation === 'tiers.definitions.index');

  /** Solves problem after problem of one resource. */
  async function solve(name: ResourceName): Promise<Finding> {
    let finding = await examineWith(name, rules);
    const unsolved = new Set<string>();
    for (let step = 0; step < MAX_STEPS; step++) {
      // Which records count comes first: others may have no id, for example.
      const kept = keepRules(finding);
      if (kept.length) {
        rules = withRules(rules, kept);
        finding = await examineWith(name, rules);
      }
      const problem = problemsOf(finding).find((one) => !unsolved.has(keyOf(one)));
      if (!problem) break;
      const { platform, customerId } = settings;
      const asked = {
        problem,
        finding,
        rules,
        tierDefinitions: tierDefinitions(),
        exchanges: recorder.exchanges,
        knownPoints,
      };
      const proposals = propose({
        ...asked,
        platform: platform ?? undefined,
        customerId: customerId ?? undefined,
      });
      const isSolved = (found: Finding) => !problemsOf(found).some((one) => keyOf(one) === keyOf(problem));
      const better = await takeFirst(name, finding, proposals, isSolved);
      if (better) finding = better;
      else unsolved.add(keyOf(problem));
    }
    for (const problem of problemsOf(finding)) left.push(leftLine(name, problem));
    return finding;
  }

  /** Fields without which the element works, and that have another name. */
  async function solveGaps(name: ResourceName, loaded: Finding): Promise<Finding> {
    let finding = loaded;
    for (const { operation, field, candidate } of loaded.missing) {
      const isTier = operation === 'profiles.tier.show' && (field === 'definition' || field === 'next');
      if (!candidate && !isTier) continue;
      const proposals = isTier
        ? tierRules({ finding, rules, tierDefinitions: tierDefinitions() }, field)
        : unused(fieldRules({ finding }, operation, field), rules);
      finding =
        (await takeFirst(
          name,
          finding,
          proposals,
          ({ status, notes }) => status === 'loaded' && notes.length <= finding.notes.length,
        )) ?? finding;
    }
    return finding;
  }

  /** Lines for states that no reader knows, and that the given file does not read in another field. */
  function keepRules({ exchanges }: Finding): Rule[] {
    return Object.keys(COUNTING).flatMap((operation) => {
      const records = recordsOf(operation, exchanges);
      if (!records.length || ruleAt(rules, 'operations', operation, 'keep') !== undefined) return [];
      const isRead = (place: string) => readsPlace(settings.tenantFile ?? undefined, operation, place);
      return keepRule(operation, records, isRead) ?? [];
    });
  }

  /** Fields that are there and mean something else. */
  async function solveMeanings(name: ResourceName, loaded: Finding): Promise<void> {
    for (const proposal of meaningRules(loaded, rules))
      await takeFirst(name, loaded, [proposal], ({ status }) => status === 'loaded');
  }

  for (const name of ORDER) {
    let finding = await solve(name);
    if (options.isHopeless?.()) break;
    if (finding.status !== 'loaded') continue;
    finding = await solveGaps(name, finding);
    await solveMeanings(name, finding);
    subjects = subjectsFrom(subjects, name, finding.value);
    if (name !== 'history') continue;
    rules = await solvePages(options, finding, rules);
    rules = withRules(rules, await missingBrowse(options, rules));
    knownPoints = await readKnownPoints(options, rules, finding);
  }
  // Asked again with the names of the draft, lists say how large a page can be.
  for (const name of ['lists', 'rewards'] as const) await examineWith(name, rules);
  rules = withRules(rules, largestPage(recorder.exchanges, rules));
  rules = withRules(rules, [...expiryRule(recorder.exchanges), ...messageRule(recorder.exchanges)]);
  return { rules, left: [...new Set(left)] };
}

/** Without places that another field of the operation has already. */
const unused = (proposals: readonly Rule[][], rules: readonly Rule[]): Rule[][] =>
  proposals.filter((proposal) =>
    proposal.every(
      ({ at, value }) =>
        !rules.some(
          (rule) =>
            rule.at.slice(0, 3).join() === at.slice(0, 3).join() &&
            JSON.stringify(rule.value) === JSON.stringify(value),
        ),
    ),
  );

/** In the order in which the operations were asked for: of two that are refused, either can be the first to be answered. */
function problemsOf({ problem, notes, exchanges }: Finding): Problem[] {
  const asked = exchanges.map(({ operation }) => operation);
  return [...(problem ? [problem] : []), ...notes].sort(
    (a, b) => asked.indexOf(a.operation) - asked.indexOf(b.operation),
  );
}

/** The same for the same problem, whatever the numbers in its text. */
function keyOf({ operation, field, status = 0, message, values }: Problem): string {
  // Another path that is not there either solves nothing.
  if (status === 404 || status === 405) return `${operation} absent`;
  return [operation, status, field ?? message.replace(/\d+/g, '#'), values.length > 0].join(' ');
}

const leftLine = (name: ResourceName, { message, operation }: Problem): string =>
  `${name}: ${message.includes(operation) ? '' : `${operation}: `}${message}`;
