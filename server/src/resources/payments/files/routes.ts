import { bytes } from '#http/download.ts'
import { get, post, remove, type Route } from '#http/route.ts'
import { deleteFile } from './delete.ts'
import { downloadFile } from './download.ts'
import { getFile } from './read.ts'
import { DeletedFile, evidence, File, UploadFile } from './schema.ts'
import { uploadFile } from './upload.ts'

const tag = 'Files'

export const fileRoutes: Route[] = [
  post('/files', {
    tag,
    summary: 'Upload a file',
    about:
      'A `multipart/form-data` form with a JPEG, PNG or PDF file of at most 5,000,000 bytes. The type is detected from the content, not from the name. Dispute evidence refers to the file by its `file_id`. A file that no evidence refers to is deleted after 30 days.',
    access: 'disputes:write',
    body: UploadFile,
    upload: evidence,
    example: { purpose: 'dispute_evidence' },
    status: 201,
    answer: File,
    errors: ['IR_36', 'IR_33', 'IR_35', 'IR_04', 'IR_05'],
    run: (context, { body, upload }) => uploadFile(context, body, upload),
  }),
  get('/files/:file_id', {
    tag,
    summary: "Retrieve a file's metadata",
    access: 'disputes:read',
    answer: File,
    errors: ['IR_05'],
    run: (context, input) => getFile(context, input.params.file_id),
  }),
  get('/files/:file_id/content', {
    tag,
    summary: 'Download a file',
    about: 'The uploaded bytes, as an attachment.',
    access: 'disputes:read',
    answer: bytes(...Object.keys(evidence.types)),
    errors: ['IR_05'],
    run: (context, input) => downloadFile(context, input.params.file_id),
  }),
  remove('/files/:file_id', {
    tag,
    summary: 'Delete a file',
    about: 'Allowed only while no evidence refers to the file.',
    access: 'disputes:write',
    answer: DeletedFile,
    errors: ['IR_05', 'IR_16'],
    run: (context, input) => deleteFile(context, input.params.file_id),
  }),
]
