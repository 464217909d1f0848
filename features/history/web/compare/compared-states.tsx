import { useTranslations } from 'use-intl'
import type { Sensor } from '#kit/model/sensor.ts'
import { noFigure } from '#kit/web/formats/number.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { ReportData } from '../../contract/report-data.ts'
import { useShares } from '../report/views/state-shares.tsx'
import { ComparedTable } from './compared-table.tsx'

type States = Extract<ReportData, { kind: 'states' }>

interface ComparedStatesProps {
  readonly sensor: Sensor
  readonly present: States
  readonly earlier: States
}

/** The share of each state in both periods, and by how many points they differ. */
export function ComparedStates({ sensor, present, earlier }: ComparedStatesProps) {
  const translate = useTranslations('history.compare')
  const { number } = useFormat()
  const now = useSharesOf(sensor, present)
  const then = useSharesOf(sensor, earlier)
  const keys = [...new Set([...now.keys(), ...then.keys()])]
  const rows = keys.map((key) => {
    const [here, there] = [now.get(key), then.get(key)]
    const points = (here?.share ?? 0) - (there?.share ?? 0)
    const text = number(points, 1)
    return {
      name: (here ?? there)?.word ?? '',
      now: here?.percent ?? noFigure,
      before: there?.percent ?? noFigure,
      difference: translate('points', {
        points: points > 0 && /[1-9]/.test(text) ? `+${text}` : text,
      }),
    }
  })
  return <ComparedTable rows={rows} unit="" />
}

function useSharesOf(sensor: Sensor, { times }: States) {
  const shares = useShares({ sensor, times })
  const all = shares.reduce((sum, { ms }) => sum + ms, 0)
  return new Map(
    shares.map(({ key, ms, style, percent }) => [
      key,
      { word: style.word, percent, share: (ms / Math.max(1, all)) * 100 },
    ]),
  )
}
