import { create } from 'zustand'

/** How long a message stays, from the specification. */
export const toastMs = 5_000
/** Older messages give way when there are more than this. */
const maximumAtOnce = 4

export interface Toast {
  readonly id: number
  readonly kind: 'info' | 'success' | 'warning' | 'error'
  readonly text: string
  /** A second line, with what helps. */
  readonly detail: string | null
}

interface ToastState {
  readonly toasts: readonly Toast[]
}

/** Messages on screen, oldest first. */
export const useToasts = create<ToastState>(() => ({ toasts: [] }))

let nextId = 1

/**
 * Shows a short message for five seconds. The same message again restarts its five seconds.
 * Returns its id.
 */
export function toast(kind: Toast['kind'], text: string, detail: string | null = null): number {
  const others = useToasts
    .getState()
    .toasts.filter((shown) => shown.kind !== kind || shown.text !== text)
  const id = nextId++
  useToasts.setState({ toasts: [...others, { id, kind, text, detail }].slice(-maximumAtOnce) })
  return id
}

/** Takes a message away before its time. */
export function dismissToast(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((shown) => shown.id !== id) }))
}
