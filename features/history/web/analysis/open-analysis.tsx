import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { Range } from '#kit/model/time/period.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { NamedSensor } from './pair-names.ts'
import { useTranslations } from 'use-intl'
import './open-analysis.css'

const SensorAnalysis = lazy(() => import('./sensor-analysis.tsx'))
const PairAnalysis = lazy(() => import('./pair-analysis.tsx'))

interface AnalysisProps {
  readonly range: Range
  readonly timezone: string
}

/** Leads to all figures of a sensor and the distribution of its values. */
export function OpenSensorAnalysis(props: AnalysisProps & { readonly sensor: Sensor }) {
  const translate = useTranslations('history.analysis')
  return (
    <Opener label={translate('open')}>
      {(onClose) => <SensorAnalysis {...props} onClose={onClose} />}
    </Opener>
  )
}

/** Leads to a picture of two sensors of a group against each other. */
export function OpenPairAnalysis(
  props: AnalysisProps & { readonly members: readonly NamedSensor[] },
) {
  const translate = useTranslations('history.analysis')
  return (
    <Opener label={translate('openPair')}>
      {(onClose) => <PairAnalysis {...props} onClose={onClose} />}
    </Opener>
  )
}

interface OpenerProps {
  readonly label: string
  readonly children: (onClose: () => void) => ReactNode
}

function Opener({ label, children }: OpenerProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="open-analysis">
      <button type="button" className="button small" onClick={() => setOpen(true)}>
        {label}
      </button>
      <Suspense>{isOpen && children(() => setOpen(false))}</Suspense>
    </div>
  )
}
