/** Release of the interface that this service answers (spec 9.3, rule R119). */
export const RELEASE = '3.9.5';

/** Version of the document, independent of the release (spec 9.3, rule R120). */
export const DOCUMENT_VERSION = '0.0.1';

/** The introduction of the API document. */
export const introduction = `Loyalty profiles, commerce records, incentives, lists, automations and the configuration that drives them.

- Every endpoint but those that give a token needs \`Authorization: Bearer <token>\`. Tokens come from the dashboard, from client credentials, or for a customer from the storefront endpoint.
- One record is below \`data\`; several are too, with \`links\` and \`meta\` where they come in pages.
- Timestamps are RFC 3339 in UTC; amounts are decimal text; every field is there, null where it has no value.
- Fields that a body has and its schema has not are ignored: neither stored nor echoed (G36). Fields that are left out of a change stay as they are (G48).
- Errors say \`message\`; 422 says \`errors\` by field too.
- \`x-assumption: true\` marks operations, parameters and schemas of which the interface does not show all, and \`x-assumed\` what of an operation it is: its verb, its path, or its payload. Numbers such as G12 and J15 are those of the list of assumptions that comes with this service (docs/assumptions.md).

Release ${RELEASE} of the interface; the document has a version of its own.`;
