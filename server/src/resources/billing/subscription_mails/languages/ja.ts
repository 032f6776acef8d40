import type { MailTexts } from '../text.ts'

export const ja: MailTexts = {
  title_payment_failed: '{seller}へのお支払いが完了しませんでした',
  title_action_required: '{seller}へのお支払いをご確認ください',
  title_cancelled: '{seller}の定期購入は解約されました',
  title_paused: '{seller}の定期購入は一時停止中です',
  title_unpaid: '{seller}へのお支払いが済んでいません',
  title_card_expiring: '{seller}でご利用のカードの有効期限が近づいています',
  failed: '定期購入のお支払いができませんでした。',
  retry_on: '{date}に再度請求します。それまでに別のカードで支払うこともできます。',
  no_retry: 'このカードには再度請求しません。定期購入を続けるには、別のカードでお支払いください。',
  confirm_wait: '本人確認が済むまで、お支払いは行われません。',
  cancelled: '定期購入のお支払いができなかったため、定期購入は解約されました。',
  paused: '定期購入のお支払いができなかったため、定期購入は一時停止されました。',
  unpaid:
    '定期購入のお支払いができませんでした。再度の請求は行われませんが、金額は未払いのままです。',
  can_pay: 'この金額は今からでもお支払いいただけます。',
  expiring: '{card}は、定期購入の次回のお支払い日（{date}）より前に有効期限が切れます。',
  replace_card: '定期購入を続けるには、それまでに{seller}で別のカードを登録してください。',
  footer: 'このメールは、{seller}の定期購入をご利用の方にお送りしています。',
}
