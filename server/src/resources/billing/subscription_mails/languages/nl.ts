import type { MailTexts } from '../text.ts'

export const nl: MailTexts = {
  title_payment_failed: 'Uw betaling aan {seller} is niet gelukt',
  title_action_required: 'Bevestig uw betaling aan {seller}',
  title_cancelled: 'Uw abonnement bij {seller} is beëindigd',
  title_paused: 'Uw abonnement bij {seller} is gepauzeerd',
  title_unpaid: 'Uw betaling aan {seller} staat nog open',
  title_card_expiring: 'Uw kaart voor {seller} verloopt binnenkort',
  failed: 'De betaling voor uw abonnement kon niet worden gedaan.',
  retry_on:
    'Er wordt opnieuw geprobeerd op {date}. U kunt vóór die tijd ook met een andere kaart betalen.',
  no_retry:
    'Met deze kaart wordt het niet opnieuw geprobeerd. Betaal met een andere kaart om uw abonnement te behouden.',
  confirm_wait: 'De betaling wordt pas gedaan nadat u haar hebt bevestigd.',
  cancelled:
    'De betaling voor uw abonnement kon niet worden gedaan. Daarom is het abonnement beëindigd.',
  paused:
    'De betaling voor uw abonnement kon niet worden gedaan. Daarom is het abonnement gepauzeerd.',
  unpaid:
    'De betaling voor uw abonnement kon niet worden gedaan. Het wordt niet opnieuw geprobeerd en het bedrag staat nog open.',
  can_pay: 'U kunt het bedrag nog betalen.',
  expiring: '{card} verloopt vóór de volgende betaling voor uw abonnement op {date}.',
  replace_card:
    'Sla vóór die tijd een andere kaart op bij {seller}, zodat uw abonnement doorloopt.',
  footer: 'U ontvangt deze e-mail omdat u een abonnement bij {seller} hebt.',
}
