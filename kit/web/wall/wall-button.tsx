import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import type { SlideKind } from './slider/page-slider.tsx'
import { turn } from './use-wall-mode.ts'

interface WallButtonProps {
  /** What follows one another on the wall; null: what is shown stays. */
  readonly kind: SlideKind | null
  readonly setWall: (isOn: boolean) => void
}

/** The way into wall mode, which the key F leads too. */
export function WallButton({ kind, setWall }: WallButtonProps) {
  const translate = useTranslations('wall')
  return (
    <button
      type="button"
      className="button"
      aria-keyshortcuts="F"
      title={kind === null ? translate('openAlone') : translate('openTip', { kind })}
      onClick={() => turn(true, setWall)}
    >
      <Icon name="wall" />
      {translate('open')}
    </button>
  )
}
