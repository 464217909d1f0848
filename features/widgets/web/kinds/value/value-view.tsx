import type { WidgetProps } from '#kit/web/widget-registry.ts'
import { CompareArrow } from '#kit/ui/values/compare-arrow.tsx'
import { Figure } from '#kit/ui/values/figure.tsx'
import { Icon } from '#kit/ui/icon.tsx'
import { LimitsRail } from '#kit/ui/values/limits-rail.tsx'
import { Sparkline } from '#kit/ui/values/sparkline.tsx'
import { WidgetFrame } from '../../frame/widget-frame.tsx'
import { useWidgetNode } from '../../frame/use-widget-node.ts'
import { useWords } from '../../values/words.ts'
import { mountAnalog } from './value-body.ts'
import { railScale } from './rail-scale.ts'

/** A number with its unit, change, recent trend and the limits rail. */
export function AnalogWidget({ sensor, size, day }: WidgetProps) {
  const words = useWords()
  const nodeRef = useWidgetNode(mountAnalog, sensor, day, words)
  const scale = railScale(sensor, day)
  const label = (limit: number | null) =>
    limit === null ? null : words.format.number(limit, sensor.decimals)
  const labels = { lower: label(sensor.lowerAlarm), upper: label(sensor.upperAlarm) }
  const isSmall = size === 'small'
  return (
    <WidgetFrame sensor={sensor} size={size} words={words} nodeRef={nodeRef}>
      <div className="widget-value">
        <Figure unit={sensor.unit} />
        <s className="widget-struck" data-part="struck" />
        <CompareArrow />
      </div>
      {isSmall ? null : (
        <div className="widget-trend">
          <Sparkline />
        </div>
      )}
      {scale ? <LimitsRail scale={scale} {...(isSmall ? {} : { labels })} /> : null}
      <div className="widget-remark">
        <Icon name="warning" size={12} />
        <span data-part="remark-text" />
      </div>
    </WidgetFrame>
  )
}
