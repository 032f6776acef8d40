import type { MailTexts } from '../text.ts'

export const he: MailTexts = {
  title_payment_failed: 'התשלום אל {seller} לא בוצע',
  title_action_required: 'יש לאשר את התשלום אל {seller}',
  title_cancelled: 'המינוי אצל {seller} בוטל',
  title_paused: 'המינוי אצל {seller} מושהה',
  title_unpaid: 'התשלום אל {seller} טרם שולם',
  title_card_expiring: 'תוקף הכרטיס אצל {seller} עומד לפוג',
  failed: 'לא ניתן היה לבצע את התשלום עבור המינוי.',
  retry_on: 'ניסיון נוסף ייעשה בתאריך {date}. אפשר גם לשלם לפני כן בכרטיס אחר.',
  no_retry: 'לא ייעשה ניסיון נוסף בכרטיס הזה. כדי לשמור על המינוי יש לשלם בכרטיס אחר.',
  confirm_wait: 'התשלום יבוצע רק לאחר האישור.',
  cancelled: 'לא ניתן היה לבצע את התשלום עבור המינוי, ולכן המינוי בוטל.',
  paused: 'לא ניתן היה לבצע את התשלום עבור המינוי, ולכן המינוי מושהה.',
  unpaid: 'לא ניתן היה לבצע את התשלום עבור המינוי. לא ייעשה ניסיון נוסף, והסכום עדיין לתשלום.',
  can_pay: 'עדיין אפשר לשלם את הסכום.',
  expiring: 'תוקף {card} יפוג לפני התשלום הבא עבור המינוי בתאריך {date}.',
  replace_card: 'כדי שהמינוי יימשך, יש לשמור לפני כן כרטיס אחר אצל {seller}.',
  footer: 'ההודעה נשלחה כי יש לך מינוי אצל {seller}.',
}
