import { useEffect, useMemo } from 'react'
import type { PlotOverlay } from '#kit/web/overlays/provided-overlays.ts'
import type { Alarm } from '../../contract/alarm.ts'
import type { RuleLimit } from '../../contract/spans.ts'
import { spanOf } from './alarm-span.ts'
import { useRecentAlarms } from './query-spans.ts'
import { useShownLimits } from './shown-limits.ts'
import { useAlarmLabels } from './use-alarm-labels.ts'
import { useRuleLevels } from './use-rule-levels.ts'

const noAlarms: readonly Alarm[] = []
const noLimits: readonly RuleLimit[] = []

/** The alarms of the last minutes, and the limits of rules, in the plot of a widget. */
const PlotAlarms: PlotOverlay = ({ sensors, timezone, onSpans, onLevels }) => {
  const recent = useRecentAlarms(sensors)
  const areShown = useShownLimits()
  const { whole } = useAlarmLabels(timezone)
  const alarms = recent?.alarms ?? noAlarms
  const spans = useMemo(
    // One that is there goes on for as long as the plot does.
    () => alarms.map((alarm) => spanOf(alarm, whole(alarm), Infinity)),
    [alarms, whole],
  )
  const levels = useRuleLevels(sensors, areShown ? (recent?.limits ?? noLimits) : noLimits)
  useEffect(() => onSpans(spans), [spans, onSpans])
  useEffect(() => onLevels(levels), [levels, onLevels])
  return null
}
export default PlotAlarms
