import { get, ownMerchant, post, type Route } from '#http/route.ts'
import { createMerchant } from './create.ts'
import {
  CreateMerchant,
  Merchant,
  MerchantSettings,
  NewMerchant,
  UpdateMerchant,
  UpdateMerchantSettings,
} from './schema.ts'
import { getSettings, updateSettings } from './settings.ts'
import { updateMerchant } from './update.ts'

const audit = [
  'merchant_name',
  'organization_id',
  'status',
  'dispute_fees',
  'allow_payouts_above_balance',
  'payout_daily_limits',
  'rate_limit',
  'time_zone',
]

export const merchantRoutes: Route[] = [
  post('/accounts', {
    tag: 'Merchants',
    summary: 'Create a merchant',
    about: 'For the operator: requires the key in FLORIN_ADMIN_KEY.',
    access: 'admin',
    audit,
    body: CreateMerchant,
    creates: true,
    example: { merchant_name: 'Corner Bookshop' },
    status: 201,
    answer: NewMerchant,
    errors: ['IR_01', 'IR_04', 'IR_05'],
    run: (context, { body }) => createMerchant(context, body),
  }),
  post('/accounts/:merchant_id', {
    tag: 'Merchants',
    summary: 'Update a merchant',
    about: 'For the operator: requires the key in FLORIN_ADMIN_KEY.',
    access: 'admin',
    audit,
    body: UpdateMerchant,
    example: { dispute_fees: { EUR: 1500, GBP: 1300 } },
    answer: Merchant,
    errors: ['IR_04', 'IR_05'],
    run: (context, { params, body }) => updateMerchant(context, params.merchant_id, body),
  }),
  get('/account/:merchant_id/settings', {
    tag: 'Merchants',
    summary: "Retrieve a merchant's settings",
    access: 'profiles:read',
    answer: MerchantSettings,
    errors: ['IR_05'],
    run: ownMerchant((context) => getSettings(context)),
  }),
  post('/account/:merchant_id/settings', {
    tag: 'Merchants',
    summary: "Update a merchant's settings",
    about: 'For the merchant itself. Omitted fields keep their values.',
    access: 'profiles:write',
    audit: ['time_zone'],
    body: UpdateMerchantSettings,
    example: { time_zone: 'Europe/Berlin' },
    answer: MerchantSettings,
    errors: ['IR_04', 'IR_05'],
    run: ownMerchant((context, { body }) => updateSettings(context, body)),
  }),
]
