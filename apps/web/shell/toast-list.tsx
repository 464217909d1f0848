import { useEffect, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
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

/** Where short messages appear: once, on every page, and upon every dialog. */
export function ToastList() {
  const toasts = useToasts((state) => state.toasts)
  const [place] = useState(() => {
    const element = document.createElement('div')
    element.className = 'toasts'
    return element
  })
  useReachable(place, toasts.length > 0)
  return createPortal(
    toasts.map((shown) => <ToastItem key={shown.id} toast={shown} />),
    place,
  )
}

/**
 * Keeps an element within the modal dialog that is open, if one is: what lies outside is below its
 * scrim, and neither pressed nor read out.
 */
function useReachable(element: HTMLElement, isUsed: boolean): void {
  useLayoutEffect(() => {
    const move = () => {
      const host = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
      if (element.parentElement !== host) host.append(element)
    }
    move()
    if (!isUsed) return
    const observer = new MutationObserver(move)
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['open'] })
    return () => observer.disconnect()
  }, [element, isUsed])
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
