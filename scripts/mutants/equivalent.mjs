/**
 * Equivalent mutants: no input distinguishes them from the original, so no test can kill them. File, line of the place and the code that
 * is changed (white space reduced to one blank), the new code, and the reason.
 */
const entry = (file, within, code, text, reason) => ({ file, within, code, text, reason });

export const EQUIVALENT = [
  ...[
    ['+', '-'],
    ['1', '(1 + 1)'],
  ].map(([code, text]) =>
    entry(
      'src/services/customer/tokens/shared-token-store.ts',
      'store.put(generation + 1, GENERATION);',
      code,
      text,
      'Generations are compared for equality alone: each is another one than before.',
    ),
  ),
  ...[
    ['0', '(0 + 1)'],
    ['?? 0', ''],
  ].map(([code, text]) =>
    entry(
      'src/proxy/main.ts',
      'const served = await metrics?.listen(host, metricsPort ?? 0);',
      code,
      text,
      'The default is for the compiler: without a port there are no metrics.',
    ),
  ),
  entry(
    'src/services/contract/kinds.ts',
    'v.maxLength(64),',
    '64',
    '(64 + 1)',
    'No time zone has a name of more than 64 characters: the check refuses a longer text, too.',
  ),
  entry(
    'src/proxy/node.ts',
    'const CHECK_INTERVAL_MS = 1_000;',
    '1_000',
    '(1_000 + 1)',
    'How often Node looks for slow connections: a client cannot tell a millisecond of it from the delay of the machine.',
  ),
  entry('demo/service/api/server.ts', 'const CHECK_EVERY_MS = 1_000;', '1_000', '(1_000 + 1)', 'The same.'),
  entry(
    'src/doctor/draft/propose.ts',
    ': [[...proposal.slice(0, -1), { ...rule!, evidence: `${rule!.evidence}; ${fact}` }]];',
    '0',
    '(0 + 1)',
    'Each proposal for a field has one line: there is none before it.',
  ),
  entry(
    'demo/service/credits/credit-definitions.ts',
    "const [type, id] = String(row['parent'] ?? '').split(':');",
    "?? ''",
    '',
    'A custom field of a definition is stored as a part of it: its parent is never missing.',
  ),
  entry(
    'src/components/status/tier-colors.ts',
    'const isDark = luminance < MIDDLE;',
    '<',
    '<=',
    'No colour of three bytes has exactly this luminance.',
  ),
];
