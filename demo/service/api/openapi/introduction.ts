/** Release of the interface that this service answers (spec 9.3). */
export const RELEASE = '3.9.5';

/** Version of the document, independent of the release (spec 9.3). */
export const DOCUMENT_VERSION = '0.0.1';

/** The introduction of the API document. */
export const introduction = `Loyalty profiles, commerce records, incentives, lists, automations and the configuration that drives them.

- Every endpoint needs \`Authorization: Bearer <token>\`, except those that issue a token. The dashboard and client credentials issue tokens for users; the storefront endpoint issues tokens for customers.
- The field \`data\` contains one record or an array of records; paged arrays have \`links\` and \`meta\` beside it.
- Timestamps are RFC 3339 in UTC; amounts are decimal text; every field is present, null without a value.
- Fields of a body that are not in its schema are ignored: neither stored nor returned. A POST of unknown fields alone is 422, and names them. An amount is not ignored: a number in an unknown field such as \`amount\` is 422 where money or points move, unless the reply has the same one. Fields that a change omits are not changed.
- Errors have the field \`message\`; errors with status 422 also have \`errors\`, by field.
- \`x-assumption: true\` marks operations, parameters and schemas that the interface does not show completely; \`x-assumed\` names the assumed parts of an operation: verb, path or payload. docs/assumptions.md lists the assumptions of this service.

Release ${RELEASE} of the interface; the document has its own version.`;
