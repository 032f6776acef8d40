import type { MailTexts } from '../text.ts'

export const es: MailTexts = {
  title_payment_failed: 'Su pago a {seller} no se ha realizado',
  title_action_required: 'Confirme su pago a {seller}',
  title_cancelled: 'Su suscripción a {seller} se ha cancelado',
  title_paused: 'Su suscripción a {seller} está en pausa',
  title_unpaid: 'Su pago a {seller} sigue pendiente',
  title_card_expiring: 'Su tarjeta para {seller} caduca pronto',
  failed: 'No se ha podido realizar el pago de su suscripción.',
  retry_on: 'Se volverá a intentar el {date}. También puede pagar antes con otra tarjeta.',
  no_retry:
    'No se volverá a intentar con esta tarjeta. Pague con otra tarjeta para conservar su suscripción.',
  confirm_wait: 'El pago solo se realiza después de que usted lo confirme.',
  cancelled: 'No se ha podido realizar el pago de su suscripción, por lo que se ha cancelado.',
  paused: 'No se ha podido realizar el pago de su suscripción, por lo que está en pausa.',
  unpaid:
    'No se ha podido realizar el pago de su suscripción. No se volverá a intentar y el importe sigue pendiente.',
  can_pay: 'Todavía puede pagar el importe.',
  expiring: '{card} caduca antes del próximo pago de su suscripción, el {date}.',
  replace_card: 'Guarde antes otra tarjeta en {seller} para que su suscripción continúe.',
  footer: 'Recibe este correo porque tiene una suscripción a {seller}.',
}
