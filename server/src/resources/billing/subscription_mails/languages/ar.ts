import type { MailTexts } from '../text.ts'

export const ar: MailTexts = {
  title_payment_failed: 'لم تتم دفعتك إلى {seller}',
  title_action_required: 'أكّد دفعتك إلى {seller}',
  title_cancelled: 'أُلغي اشتراكك لدى {seller}',
  title_paused: 'اشتراكك لدى {seller} موقوف مؤقتًا',
  title_unpaid: 'ما زالت دفعتك إلى {seller} مستحقة',
  title_card_expiring: 'تنتهي صلاحية بطاقتك لدى {seller} قريبًا',
  failed: 'تعذّر إجراء الدفع لاشتراكك.',
  retry_on: 'ستُعاد المحاولة في {date}. يمكنك أيضًا الدفع ببطاقة أخرى قبل ذلك.',
  no_retry: 'لن تُعاد المحاولة بهذه البطاقة. ادفع ببطاقة أخرى للاحتفاظ باشتراكك.',
  confirm_wait: 'لا يتم الدفع إلا بعد أن تؤكده.',
  cancelled: 'تعذّر إجراء الدفع لاشتراكك، لذلك أُلغي الاشتراك.',
  paused: 'تعذّر إجراء الدفع لاشتراكك، لذلك أُوقف الاشتراك مؤقتًا.',
  unpaid: 'تعذّر إجراء الدفع لاشتراكك. لن تُعاد المحاولة، وما زال المبلغ مستحقًا.',
  can_pay: 'ما زال بإمكانك دفع المبلغ.',
  expiring: 'تنتهي صلاحية {card} قبل الدفعة التالية لاشتراكك في {date}.',
  replace_card: 'احفظ بطاقة أخرى لدى {seller} قبل ذلك ليستمر اشتراكك.',
  footer: 'تصلك هذه الرسالة لأن لديك اشتراكًا لدى {seller}.',
}
