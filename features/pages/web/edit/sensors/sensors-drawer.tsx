import { useState, type RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { AllSensors } from '../../calls/use-sensors.ts'
import { KindsList } from './kinds-list.tsx'
import { loadState } from './load-state.ts'
import { SensorsList } from './sensors-list.tsx'
import type { Adding } from './use-adding.ts'
import './sensors-drawer.css'

interface SensorsDrawerProps {
  readonly all: AllSensors
  readonly adding: Adding
  readonly drawer: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

const parts = ['sensors', 'kinds'] as const

/** What can be added to the areas: every sensor, and the kinds that show none or several. */
export function SensorsDrawer({ all, adding, drawer, onClose }: SensorsDrawerProps) {
  const translate = useTranslations('pages.sensors')
  const { number } = useFormat()
  const [part, setPart] = useState<(typeof parts)[number]>('sensors')
  const common = useTranslations('common')
  const { sensors, total } = all
  const count = { loaded: number(sensors.length), total: number(total) }
  const says = {
    all: translate('loaded', count),
    some: translate('loading', count),
    begun: common('loading'),
    failed: null,
  }
  return (
    <aside ref={drawer} tabIndex={-1} className="sensors-drawer" aria-label={translate('label')}>
      <header>
        <h2>{translate('label')}</h2>
        <small role="status">{says[loadState(all)]}</small>
        <button
          type="button"
          className="icon-button small"
          aria-label={translate('hide')}
          title={translate('hide')}
          onClick={onClose}
        >
          <Icon name="chevron-right" />
        </button>
      </header>
      <div className="segmented" role="group" aria-label={translate('parts')}>
        {parts.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={part === each}
            onClick={() => setPart(each)}
          >
            {translate(each)}
          </button>
        ))}
      </div>
      {part === 'sensors' ? (
        <SensorsList all={all} adding={adding} />
      ) : (
        <KindsList adding={adding} />
      )}
    </aside>
  )
}
