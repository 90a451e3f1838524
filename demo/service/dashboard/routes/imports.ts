import { uploadImport } from '../../../../src/services/contract/endpoints/index.ts';
import { forbidden, invalid, Problem } from '../../api/problem.ts';
import { decoded, EncodingProblem, encodingOf } from '../../imports/decode.ts';
import { modelNamed } from '../../imports/models.ts';
import { previewOf } from '../../imports/preview.ts';
import { formatOf } from '../../imports/read-file.ts';
import type { ReplyBody } from '../api.ts';
import { readFormWithFile } from '../form.ts';
import { errorStatus, show, type Frame, type Visit } from '../frame.ts';
import { MAX_FILE_BYTES, NOT_CHOSEN, previewPage, uploadPage, type GivenFile } from '../pages/imports.ts';
import { JOBS } from '../pages/jobs.ts';

/** Imports of a file: its first rows and columns are shown before anything is stored. */
export function importRoutes({ app, page }: Frame): void {
  app.get(
    '/imports',
    page(({ context, session }) => {
      if (!session.mayUse('platform.write')) throw forbidden();
      return show(context, session, { title: 'Import a file', at: JOBS, main: uploadPage(session) });
    }),
  );

  app.post(
    '/imports/preview',
    page(async (visit) => {
      const { context, session } = visit;
      const fields = await readFormWithFile(context, session.token);
      if (!session.mayUse('platform.write')) throw forbidden();
      try {
        return await showPreview(visit, await fileOf(fields), {});
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        const main = uploadPage(session, replyOf(error));
        return show(context, session, { title: 'Import a file', at: JOBS, main }, error.status);
      }
    }),
  );

  app.post(
    '/imports',
    page(async (visit) => {
      const { context, session, ask } = visit;
      const fields = await readFormWithFile(context, session.token);
      const file: GivenFile = {
        model: checkedModel(readText(fields, 'model')),
        fileName: readText(fields, 'file_name'),
        content: Buffer.from(readText(fields, 'content'), 'base64').toString(),
      };
      const columns = fields.getAll('column').map(String);
      const chosen = columns.map((column, index) => [column, readText(fields, `field-${index}`)] as const);
      const mapping = Object.fromEntries(chosen);
      const open = chosen.filter(([, field]) => field === NOT_CHOSEN).map(([column]) => column);
      const reply = open.length
        ? { status: 422, body: { message: `Choose a field for ${open.join(', ')}, or leave it out.` } }
        : await ask(uploadImport, {
            body: {
              model: file.model,
              file_name: file.fileName,
              format: formatOf(file.fileName),
              content: file.content,
              mapping,
              ...(fields.get('existing') === 'change' && { existing: 'change' }),
            },
            idempotencyKey: `form-${readText(fields, 'form_number')}`,
          });
      if (reply.status === 200) return context.redirect(JOBS, 303);
      return await showPreview(visit, file, mapping, reply);
    }),
  );
}

async function showPreview(
  { context, session }: Visit,
  file: GivenFile,
  mapping: Readonly<Record<string, string>>,
  reply?: { readonly status: number; readonly body: ReplyBody },
): Promise<Response> {
  const preview = await previewOf(file.model, file.fileName, file.content, mapping);
  const main = previewPage(session, file, preview, reply?.body);
  const status = reply ? errorStatus(reply.status) : 200;
  return show(context, session, { title: `Import ${file.fileName}`, at: JOBS, main }, status);
}

/** The file of a form as text. Throws 422 for one that is empty, too large or no text. */
async function fileOf(fields: FormData): Promise<GivenFile> {
  const file = fields.get('file');
  if (!(file instanceof File) || file.name === '') throw invalid({ file: ['Choose a file.'] });
  if (file.size === 0) throw invalid({ file: [`${file.name} is empty: it has no rows.`] });
  if (file.size > MAX_FILE_BYTES)
    throw invalid({ file: [`${file.name} has more than ${MAX_FILE_BYTES / 1e6} MB: use npm run import.`] });
  const bytes = [new Uint8Array(await file.arrayBuffer())];
  try {
    let content = '';
    for await (const text of decoded(bytes, await encodingOf(bytes))) content += text;
    return { model: checkedModel(readText(fields, 'model')), fileName: file.name, content };
  } catch (error) {
    if (error instanceof EncodingProblem) throw invalid({ file: [error.message] });
    throw error;
  }
}

function checkedModel(name: string): string {
  const model = modelNamed(name);
  if (model === undefined) throw invalid({ model: ['Choose what the rows are.'] });
  return model;
}

const readText = (fields: FormData, name: string): string => {
  const value = fields.get(name);
  return typeof value === 'string' ? value : '';
};

const replyOf = ({ message, details }: Problem): ReplyBody => ({
  message,
  ...(details.errors && { errors: details.errors }),
});
