// The texts of the mails about subscriptions, besides those of the hosted page. The other languages have the same keys.
export const en = {
  title_payment_failed: 'Your payment to {seller} did not go through',
  title_action_required: 'Confirm your payment to {seller}',
  title_cancelled: 'Your subscription with {seller} was cancelled',
  title_paused: 'Your subscription with {seller} is paused',
  title_unpaid: 'Your payment to {seller} is still due',
  title_card_expiring: 'Your card for {seller} expires soon',
  failed: 'The payment for your subscription could not be made.',
  retry_on: 'The next attempt is on {date}. You can also pay with another card before then.',
  no_retry: 'This card will not be charged again. Pay with another card to keep your subscription.',
  confirm_wait: 'The payment is made only after you have confirmed it.',
  cancelled:
    'The payment for your subscription could not be made, so the subscription was cancelled.',
  paused: 'The payment for your subscription could not be made, so the subscription is paused.',
  unpaid:
    'The payment for your subscription could not be made. There will be no further attempt, and the amount is still due.',
  can_pay: 'You can still pay the amount.',
  expiring: '{card} expires before the next payment for your subscription on {date}.',
  replace_card: 'Save another card with {seller} before then, so that your subscription continues.',
  footer: 'You receive this e-mail because you have a subscription with {seller}.',
}
