import type { MailTexts } from '../text.ts'

export const zh: MailTexts = {
  title_payment_failed: '您向 {seller} 的付款未成功',
  title_action_required: '请确认您向 {seller} 的付款',
  title_cancelled: '您在 {seller} 的订阅已取消',
  title_paused: '您在 {seller} 的订阅已暂停',
  title_unpaid: '您向 {seller} 的付款仍未支付',
  title_card_expiring: '您用于 {seller} 的银行卡即将到期',
  failed: '您的订阅付款未能完成。',
  retry_on: '我们将于 {date} 再次尝试。在此之前，您也可以使用其他卡付款。',
  no_retry: '不会再用这张卡尝试扣款。请使用其他卡付款，以保留您的订阅。',
  confirm_wait: '只有在您确认之后，付款才会进行。',
  cancelled: '您的订阅付款未能完成，因此订阅已取消。',
  paused: '您的订阅付款未能完成，因此订阅已暂停。',
  unpaid: '您的订阅付款未能完成。不会再次尝试扣款，该金额仍待支付。',
  can_pay: '您仍可支付该金额。',
  expiring: '{card} 将在下一次订阅付款（{date}）之前到期。',
  replace_card: '请在此之前在 {seller} 保存另一张卡，以便您的订阅继续。',
  footer: '您收到此邮件，是因为您在 {seller} 有订阅。',
}
