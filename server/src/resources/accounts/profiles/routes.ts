import { ownMerchant, type Route, get, post, remove } from '#http/route.ts'
import { createProfile } from './create.ts'
import { deleteProfile } from './delete.ts'
import { getProfile, listProfiles } from './read.ts'
import { rotateWebhookSecret } from './rotate_webhook_secret.ts'
import {
  CreateProfile,
  DeletedProfile,
  ListProfiles,
  Profile,
  ProfileList,
  RotatedSecret,
  RotateSecret,
  UpdateProfile,
} from './schema.ts'
import { updateProfile } from './update.ts'

const tag = 'Business profiles'
const base = '/account/:merchant_id/business_profile'
/** Excludes risk rules, which may name persons, and header values, which are secrets. */
const audit = [
  'profile_name',
  'is_default',
  'return_url',
  'session_expiry',
  'capture_window_days',
  'allowed_payment_method_types',
  'is_manual_retry_enabled',
  'card_testing_guard_config',
  'refund_batch_time',
  'refuse_payouts_above_balance',
  'payout_approvals',
  'grace_period_hours',
  'webhook_details.webhook_url',
  'webhook_details.enabled_events',
  'webhook_details.payment_created_enabled',
  'webhook_details.payment_succeeded_enabled',
  'webhook_details.payment_failed_enabled',
]

export const profileRoutes: Route[] = [
  get(base, {
    tag,
    summary: 'List business profiles',
    access: 'profiles:read',
    query: ListProfiles,
    answer: ProfileList,
    errors: ['IR_04', 'IR_05'],
    run: ownMerchant((context, { query }) => listProfiles(context, query)),
  }),
  post(base, {
    tag,
    summary: 'Create a business profile',
    access: 'profiles:write',
    audit,
    body: CreateProfile,
    creates: true,
    example: { profile_name: 'Shop Berlin', return_url: 'https://shop.example/return' },
    status: 201,
    answer: Profile,
    errors: ['IR_01', 'IR_04', 'IR_05', 'HE_01'],
    run: ownMerchant((context, { body }) => createProfile(context, body)),
  }),
  get(`${base}/:profile_id`, {
    tag,
    summary: 'Retrieve a business profile',
    access: 'profiles:read',
    answer: Profile,
    errors: ['IR_05'],
    run: ownMerchant((context, input) => getProfile(context, input.params.profile_id)),
  }),
  post(`${base}/:profile_id`, {
    tag,
    summary: 'Update a business profile',
    access: 'profiles:write',
    audit,
    body: UpdateProfile,
    example: { webhook_details: { webhook_url: 'https://shop.example/webhooks' } },
    answer: Profile,
    errors: ['IR_04', 'IR_05', 'HE_01'],
    run: ownMerchant((context, input) =>
      updateProfile(context, input.params.profile_id, input.body),
    ),
  }),
  post(`${base}/:profile_id/rotate_webhook_secret`, {
    tag,
    summary: 'Rotate the webhook signing secret',
    access: 'profiles:write',
    audit,
    body: RotateSecret,
    example: { grace_period_hours: 24 },
    answer: RotatedSecret,
    errors: ['IR_04', 'IR_05'],
    run: ownMerchant((context, input) =>
      rotateWebhookSecret(context, input.params.profile_id, input.body),
    ),
  }),
  remove(`${base}/:profile_id`, {
    tag,
    summary: 'Delete a business profile',
    access: 'profiles:write',
    audit,
    answer: DeletedProfile,
    errors: ['IR_05', 'IR_16'],
    run: ownMerchant((context, input) => deleteProfile(context, input.params.profile_id)),
  }),
]
