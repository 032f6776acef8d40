import type { MailTexts } from '../text.ts'

export const de: MailTexts = {
  title_payment_failed: 'Ihre Zahlung an {seller} hat nicht geklappt',
  title_action_required: 'Bestätigen Sie Ihre Zahlung an {seller}',
  title_cancelled: 'Ihr Abonnement bei {seller} wurde beendet',
  title_paused: 'Ihr Abonnement bei {seller} ist pausiert',
  title_unpaid: 'Ihre Zahlung an {seller} ist noch offen',
  title_card_expiring: 'Ihre Karte für {seller} läuft bald ab',
  failed: 'Die Zahlung für Ihr Abonnement konnte nicht ausgeführt werden.',
  retry_on:
    'Der nächste Versuch ist am {date}. Sie können vorher auch mit einer anderen Karte bezahlen.',
  no_retry:
    'Mit dieser Karte wird es nicht noch einmal versucht. Bezahlen Sie mit einer anderen Karte, um Ihr Abonnement zu behalten.',
  confirm_wait: 'Die Zahlung wird erst ausgeführt, wenn Sie sie bestätigt haben.',
  cancelled:
    'Die Zahlung für Ihr Abonnement konnte nicht ausgeführt werden. Deshalb wurde das Abonnement beendet.',
  paused:
    'Die Zahlung für Ihr Abonnement konnte nicht ausgeführt werden. Deshalb ist das Abonnement pausiert.',
  unpaid:
    'Die Zahlung für Ihr Abonnement konnte nicht ausgeführt werden. Es wird nicht noch einmal versucht, und der Betrag ist noch offen.',
  can_pay: 'Sie können den Betrag noch bezahlen.',
  expiring: '{card} läuft vor der nächsten Zahlung für Ihr Abonnement am {date} ab.',
  replace_card:
    'Hinterlegen Sie vorher bei {seller} eine andere Karte, damit Ihr Abonnement weiterläuft.',
  footer: 'Sie erhalten diese E-Mail, weil Sie ein Abonnement bei {seller} haben.',
}
