import type { MailTexts } from '../text.ts'

export const pt: MailTexts = {
  title_payment_failed: 'Seu pagamento a {seller} não foi concluído',
  title_action_required: 'Confirme seu pagamento a {seller}',
  title_cancelled: 'Sua assinatura com {seller} foi cancelada',
  title_paused: 'Sua assinatura com {seller} está pausada',
  title_unpaid: 'Seu pagamento a {seller} continua pendente',
  title_card_expiring: 'Seu cartão para {seller} vence em breve',
  failed: 'Não foi possível fazer o pagamento da sua assinatura.',
  retry_on: 'Haverá uma nova tentativa em {date}. Você também pode pagar antes com outro cartão.',
  no_retry:
    'Não haverá nova tentativa com este cartão. Pague com outro cartão para manter sua assinatura.',
  confirm_wait: 'O pagamento só é feito depois da sua confirmação.',
  cancelled: 'Não foi possível fazer o pagamento da sua assinatura, por isso ela foi cancelada.',
  paused: 'Não foi possível fazer o pagamento da sua assinatura, por isso ela está pausada.',
  unpaid:
    'Não foi possível fazer o pagamento da sua assinatura. Não haverá nova tentativa, e o valor continua pendente.',
  can_pay: 'Você ainda pode pagar o valor.',
  expiring: '{card} vence antes do próximo pagamento da sua assinatura, em {date}.',
  replace_card: 'Salve antes outro cartão com {seller}, para que sua assinatura continue.',
  footer: 'Você recebe este e-mail porque tem uma assinatura com {seller}.',
}
