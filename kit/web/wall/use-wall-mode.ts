import { useEffect, useRef } from 'react'
import { useUnattended } from './use-unattended.ts'
import './wall.css'

const isTyping = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable], dialog, [role=dialog], [role=menu]')

interface WallMode {
  readonly isOn: boolean
  /**
   * Called with the wanted state; the screen stores it where a reload finds it. Null while there is
   * no wall to be had: the key F means nothing then.
   */
  readonly onChange: ((isOn: boolean) => void) | null
  /** What was shown has ended: there is nothing to look after, and nothing to load anew for. */
  readonly hasEnded?: boolean
}

/**
 * Wall mode of the screen that calls this, for a display that people read from afar: the full
 * screen, larger type, nothing but the content, a screen that stays on, and a page that loads
 * itself again when its frames have stopped. The key F turns it on and off, Escape off.
 */
export function useWallMode({ isOn, onChange, hasEnded = false }: WallMode): void {
  const change = useRef(onChange)
  useEffect(() => {
    change.current = onChange
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (isTyping(event.target) || change.current === null) return
      if (event.key.toLowerCase() === 'f') {
        event.preventDefault()
        turn(!isOn, change.current)
      } else if (event.key === 'Escape' && isOn) turn(false, change.current)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [isOn])
  useEffect(() => {
    if (!isOn) return undefined
    const { dataset } = document.documentElement
    dataset['mode'] = 'wall'
    const stop = watchFullScreen(change)
    return () => {
      delete dataset['mode']
      stop()
    }
  }, [isOn])
  useUnattended(isOn && !hasEnded)
}

/** Turns wall mode on or off, together with the browser's full screen where it has one. */
export function turn(isOn: boolean, onChange: (isOn: boolean) => void): void {
  onChange(isOn)
  if (isOn && document.fullscreenEnabled)
    void document.documentElement.requestFullscreen().catch(() => {})
  if (!isOn && document.fullscreenElement) void document.exitFullscreen()
}

/** Who leaves the full screen by the browser's own way leaves wall mode. */
function watchFullScreen(change: { readonly current: WallMode['onChange'] }): () => void {
  let wasFull = document.fullscreenElement !== null
  const update = () => {
    const isFull = document.fullscreenElement !== null
    if (wasFull && !isFull) change.current?.(false)
    wasFull = isFull
  }
  document.addEventListener('fullscreenchange', update)
  return () => document.removeEventListener('fullscreenchange', update)
}
