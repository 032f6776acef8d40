import { bytes } from '#http/download.ts'
import { type Route, route } from '#http/route.ts'
import { deleteFile } from './delete.ts'
import { downloadFile } from './download.ts'
import { getFile } from './get.ts'
import { DeletedFile, evidence, File, UploadFile } from './schema.ts'
import { uploadFile } from './upload.ts'

const tag = 'Files'

export const fileRoutes: Route[] = [
  route({
    method: 'POST',
    url: '/files',
    tag,
    summary: 'Upload a file',
    about:
      'A form, `multipart/form-data`, with a JPEG, a PNG or a PDF of at most 5,000,000 bytes: its content decides, not its name. Evidence for a dispute names it by its `file_id`. A file that nothing names is removed after 30 days.',
    access: 'disputes:write',
    body: UploadFile,
    upload: evidence,
    example: { purpose: 'dispute_evidence' },
    status: 201,
    answer: File,
    errors: ['IR_36', 'IR_33', 'IR_35', 'IR_04'],
    run: (context, { body, upload }) => uploadFile(context, body, upload),
  }),
  route({
    method: 'GET',
    url: '/files/:file_id',
    tag,
    summary: 'Retrieve what is known of a file',
    access: 'disputes:read',
    status: 200,
    answer: File,
    errors: ['IR_05'],
    run: (context, input) => getFile(context, input.params.file_id),
  }),
  route({
    method: 'GET',
    url: '/files/:file_id/content',
    tag,
    summary: 'Download a file',
    about: 'The bytes as they were uploaded, to be saved and not shown.',
    access: 'disputes:read',
    status: 200,
    answer: bytes(...Object.keys(evidence.types)),
    errors: ['IR_05'],
    run: (context, input) => downloadFile(context, input.params.file_id),
  }),
  route({
    method: 'DELETE',
    url: '/files/:file_id',
    tag,
    summary: 'Delete a file',
    about: 'Only while no evidence names it.',
    access: 'disputes:write',
    status: 200,
    answer: DeletedFile,
    errors: ['IR_05', 'IR_16'],
    run: (context, input) => deleteFile(context, input.params.file_id),
  }),
]
