import type { MailTexts } from '../text.ts'

export const fr: MailTexts = {
  title_payment_failed: 'Votre paiement à {seller} n’a pas abouti',
  title_action_required: 'Confirmez votre paiement à {seller}',
  title_cancelled: 'Votre abonnement chez {seller} a été résilié',
  title_paused: 'Votre abonnement chez {seller} est suspendu',
  title_unpaid: 'Votre paiement à {seller} reste à régler',
  title_card_expiring: 'Votre carte pour {seller} expire bientôt',
  failed: 'Le paiement de votre abonnement n’a pas pu être effectué.',
  retry_on:
    'Une nouvelle tentative aura lieu le {date}. Vous pouvez aussi payer avec une autre carte avant cette date.',
  no_retry:
    'Il n’y aura pas de nouvelle tentative avec cette carte. Payez avec une autre carte pour conserver votre abonnement.',
  confirm_wait: 'Le paiement n’est effectué qu’après votre confirmation.',
  cancelled:
    'Le paiement de votre abonnement n’a pas pu être effectué ; l’abonnement a donc été résilié.',
  paused:
    'Le paiement de votre abonnement n’a pas pu être effectué ; l’abonnement est donc suspendu.',
  unpaid:
    'Le paiement de votre abonnement n’a pas pu être effectué. Il n’y aura pas de nouvelle tentative et le montant reste dû.',
  can_pay: 'Vous pouvez encore payer ce montant.',
  expiring: '{card} expire avant le prochain paiement de votre abonnement, le {date}.',
  replace_card:
    'Enregistrez une autre carte chez {seller} avant cette date pour que votre abonnement continue.',
  footer: 'Vous recevez cet e-mail parce que vous avez un abonnement chez {seller}.',
}
