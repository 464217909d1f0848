import { useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { toast } from '#kit/web/toast.ts'

function watch(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}

const isFull = () => document.fullscreenElement !== null

/** Lets the application fill the screen and gives it back; warns where the browser cannot. */
export function FullScreenButton() {
  const translate = useTranslations('shell')
  const isOn = useSyncExternalStore(watch, isFull)
  const warn = () => toast('warning', translate('fullScreenUnsupported'))
  const label = translate(isOn ? 'leaveFullScreen' : 'fullScreen')
  const turn = () => {
    if (isOn) return void document.exitFullscreen()
    if (!document.fullscreenEnabled) return warn()
    void document.documentElement.requestFullscreen().catch(warn)
  }
  return (
    <button type="button" className="icon-button" aria-label={label} title={label} onClick={turn}>
      <Icon name={isOn ? 'full-screen-off' : 'full-screen'} />
    </button>
  )
}
