import { get, post, remove, type Route } from '#http/route.ts'
import { SignedIn } from '#resources/people/sessions/schema.ts'
import { beginPasskey, createPasskey } from './create.ts'
import { deletePasskey } from './delete.ts'
import { listPasskeys } from './read.ts'
import { renamePasskey } from './rename.ts'
import {
  CreatePasskey,
  CreationOptions,
  DeletedPasskey,
  Passkey,
  Passkeys,
  RenamePasskey,
  SignInChallenge,
  SignInWithPasskey,
} from './schema.ts'
import { beginSignIn, signInWithPasskey } from './sign_in.ts'

const tag = 'Passkeys'
const limit = 'passkeys'

const id = 'bq1yUqJ1b2s5pQ8K0rC7xw'
const credential = { id, rawId: id, type: 'public-key', clientExtensionResults: {} }
const clientDataJSON = 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0'

export const passkeyRoutes: Route[] = [
  post('/user/passkeys/begin', {
    tag,
    summary: 'Start to add a passkey',
    about:
      'Valid for five minutes, and for one passkey. Needs a session that began within the last ten minutes.',
    access: 'session',
    audit: 'nothing',
    answer: CreationOptions,
    errors: ['IR_14', 'IR_16'],
    run: (context) => beginPasskey(context),
  }),
  post('/user/passkeys', {
    tag,
    summary: 'Add a passkey',
    about: '`response` is `credential.toJSON()` in the browser.',
    access: 'session',
    body: CreatePasskey,
    creates: true,
    example: {
      name: 'Laptop',
      response: {
        ...credential,
        response: { clientDataJSON, attestationObject: 'o2NmbXRkbm9uZQ' },
      },
    },
    status: 201,
    answer: Passkey,
    errors: ['IR_01', 'IR_14', 'IR_16', 'HE_01'],
    run: (context, { body }) => createPasskey(context, body),
  }),
  get('/user/passkeys', {
    tag,
    summary: 'List your passkeys',
    access: 'session',
    answer: Passkeys,
    run: (context) => listPasskeys(context),
  }),
  post('/user/passkeys/:passkey_id', {
    tag,
    summary: 'Rename a passkey',
    access: 'session',
    body: RenamePasskey,
    example: { name: 'Old laptop' },
    answer: Passkey,
    errors: ['IR_01', 'IR_05'],
    run: (context, { params, body }) => renamePasskey(context, params.passkey_id, body),
  }),
  remove('/user/passkeys/:passkey_id', {
    tag,
    summary: 'Delete a passkey',
    about: 'Needs a session that began within the last ten minutes.',
    access: 'session',
    answer: DeletedPasskey,
    errors: ['IR_05'],
    run: (context, { params }) => deletePasskey(context, params.passkey_id),
  }),
  post('/user/passkeys/signin/begin', {
    tag,
    summary: 'Start to sign in with a passkey',
    about: 'Needs no e-mail. Valid for five minutes, and for one sign-in.',
    access: 'public',
    limit,
    audit: 'nothing',
    answer: SignInChallenge,
    errors: ['IR_14'],
    run: (context) => beginSignIn(context),
  }),
  post('/user/passkeys/signin', {
    tag,
    summary: 'Sign in with a passkey',
    about:
      '`response` is `credential.toJSON()` in the browser. A passkey counts as two factors, so no code is asked for.',
    access: 'public',
    limit,
    body: SignInWithPasskey,
    example: {
      challenge_id: 'Rz7c0vTqNw1mJ4xYbL9dKs2gHf6uQe3aXiOp8nVtCkE',
      response: {
        ...credential,
        response: { clientDataJSON, authenticatorData: 'SZYN5YgOjGh0NBcP', signature: 'MEUCIQ' },
      },
    },
    answer: SignedIn,
    errors: ['IR_01', 'IR_14'],
    run: (context, { body }) => signInWithPasskey(context, body),
  }),
]
