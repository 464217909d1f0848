import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { turn } from './use-wall-mode.ts'
import { WallStatus } from './wall-status.tsx'
import './wall-head.css'

interface WallHeadProps {
  readonly name: string
  readonly setWall: (isOn: boolean) => void
  /** The slider, where there is more than one to show. */
  readonly children: ReactNode
}

/** The one line that a wall has above its content. */
export function WallHead({ name, setWall, children }: WallHeadProps) {
  const translate = useTranslations('wall')
  return (
    <header className="wall-head">
      <h1 className="clip words" dir="auto">
        {name}
      </h1>
      <WallStatus />
      <span className="grow" />
      {children}
      <button
        type="button"
        className="icon-button small"
        aria-label={translate('leave')}
        title={translate('leave')}
        onClick={() => turn(false, setWall)}
      >
        <Icon name="full-screen-off" />
      </button>
    </header>
  )
}
