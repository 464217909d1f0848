import { useTranslations } from 'use-intl'
import type { Range } from '#kit/model/time/period.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { CloseButton, ModalDialog } from '#kit/ui/dialog/modal-dialog.tsx'
import { isolated } from '#kit/web/formats/isolated.ts'
import { spanText } from '../report/use-chart-format.ts'
import { Distribution } from './distribution.tsx'
import { AllFigures } from './all-figures.tsx'
import './analysis.css'

interface SensorAnalysisProps {
  readonly sensor: Sensor
  readonly range: Range
  readonly timezone: string
  readonly onClose: () => void
}

/** All figures of a sensor in the period shown, and how often which values were there. */
export default function SensorAnalysis(props: SensorAnalysisProps) {
  const { sensor, range, timezone, onClose } = props
  const translate = useTranslations('history.analysis')
  const common = useTranslations('common')
  return (
    <ModalDialog
      isWide
      title={translate('title', { name: isolated(sensor.alias) })}
      onClose={onClose}
      footer={<CloseButton isFirst>{common('close')}</CloseButton>}
    >
      <p className="analysis-span">{translate('span', spanText(range, timezone))}</p>
      <AllFigures {...{ sensor, range }} />
      <Distribution {...{ sensor, range }} />
    </ModalDialog>
  )
}
