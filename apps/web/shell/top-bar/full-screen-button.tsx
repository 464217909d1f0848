import { Icon } from '#kit/ui/icon.tsx'
import { useFullScreen } from './use-full-screen.ts'

/** Lets the application fill the screen and gives it back. */
export function FullScreenButton() {
  const { isOn, label, turn } = useFullScreen()
  return (
    <button type="button" className="icon-button" aria-label={label} title={label} onClick={turn}>
      <Icon name={isOn ? 'full-screen-off' : 'full-screen'} />
    </button>
  )
}
