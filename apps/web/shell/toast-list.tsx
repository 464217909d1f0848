import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon, type IconName } from '#kit/ui/icon.tsx'
import { dismissToast, toastMs, useToasts, type Toast } from '#kit/web/toast.ts'
import './toast-list.css'

const marks: Readonly<Record<Toast['kind'], IconName>> = {
  info: 'info',
  success: 'check',
  warning: 'warning',
  error: 'bad',
}

/** Where short messages appear: once, on every page. */
export function ToastList() {
  const toasts = useToasts((state) => state.toasts)
  return (
    <div className="toasts">
      {toasts.map((shown) => (
        <ToastItem key={shown.id} toast={shown} />
      ))}
    </div>
  )
}

/** Leaves after its time, but not while the pointer or the focus is on it. */
function ToastItem({ toast }: { readonly toast: Toast }) {
  const translate = useTranslations('common')
  const [held, setHeld] = useState(false)
  const { id, kind, text, detail } = toast
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => dismissToast(id), toastMs)
    return () => clearTimeout(timer)
  }, [id, held])
  return (
    <div
      className="toast"
      role={kind === 'error' ? 'alert' : 'status'}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name={marks[kind]} />
      <div className="grow">
        <p className="sentence">{text}</p>
        {detail !== null && <p className="toast-detail">{detail}</p>}
      </div>
      <button
        type="button"
        className="icon-button small"
        aria-label={translate('close')}
        onClick={() => dismissToast(id)}
      >
        <Icon name="close" />
      </button>
    </div>
  )
}
