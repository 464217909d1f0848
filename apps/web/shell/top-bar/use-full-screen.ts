import { useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { toast } from '#kit/web/toast.ts'

function watch(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}

const isFull = () => document.fullscreenElement !== null

/**
 * Lets the application fill the screen with `turn`, and gives it back; warns where the browser
 * cannot. `label` says what `turn` does now.
 */
export function useFullScreen() {
  const translate = useTranslations('shell')
  const isOn = useSyncExternalStore(watch, isFull)
  const warn = () => toast('warning', translate('fullScreenUnsupported'))
  const turn = () => {
    if (isOn) return void document.exitFullscreen()
    if (!document.fullscreenEnabled) return warn()
    void document.documentElement.requestFullscreen().catch(warn)
  }
  return { isOn, label: translate(isOn ? 'leaveFullScreen' : 'fullScreen'), turn }
}
