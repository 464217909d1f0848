import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { useOnce } from '#kit/ui/use-once.ts'
import { createFigure } from '#kit/ui/values/figure.tsx'
import { createLampTower } from '#kit/ui/values/lamp-tower.tsx'
import { createLimitsRail } from '#kit/ui/values/limits-rail.tsx'
import { alarmPriorities } from '#kit/web/alarms/alarm-source.ts'
import { AlarmShape } from '#kit/web/alarms/alarm-shape.tsx'
import { useFormat } from '#kit/web/formats/use-format.ts'

const lamps = ['green', 'red', 'yellow', 'white', 'blue', 'grey'] as const
const pens = [1, 2, 3, 4, 5, 6] as const
const states = { 1: 'unacknowledged', 2: 'acknowledged', 3: 'returned' } as const
const plans = [
  ['admin', 'tag warning'],
  ['free', 'tag'],
] as const
const scale = { low: 0, high: 60, lowerLimit: 10, upperLimit: 50 } as const
const flow = { value: 42.7, dayLow: 31, dayHigh: 46 } as const

/** The product's own components; they are looked at, nothing can be done with them. */
export function Samples() {
  const translate = useTranslations('toolbox.theme')
  const alarms = useTranslations('alarms')
  return (
    <div className="theme-samples" inert>
      <h3>{translate('buttons')}</h3>
      <Buttons />
      <h3>{translate('widget')}</h3>
      <SampleWidget />
      <h3>{translate('lamps')}</h3>
      <ul className="theme-lamps">
        {lamps.map((colour) => (
          <Lamp key={colour} colour={colour} />
        ))}
      </ul>
      <h3>{translate('alarms')}</h3>
      <ul className="theme-alarms">
        {alarmPriorities.map((priority) => (
          <li key={priority}>
            <AlarmShape priority={priority} state={states[priority]} />
            <b>{alarms('priorityOf', { priority: String(priority) })}</b>
            <span>{alarms(`state.${states[priority]}`)}</span>
          </li>
        ))}
      </ul>
      <h3>{translate('pens')}</h3>
      <ul className="theme-pens">
        {pens.map((pen) => (
          <li key={pen}>
            <i style={{ background: `var(--pen-${pen})` }} />
            {pen}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Buttons() {
  const translate = useTranslations('toolbox.theme')
  return (
    <div className="theme-row">
      <button type="button" className="button primary">
        {translate('primary')}
      </button>
      <button type="button" className="button">
        {translate('plain')}
      </button>
      <button type="button" className="button" disabled>
        {translate('disabled')}
      </button>
      <span className="theme-link">{translate('link')}</span>
      {plans.map(([role, kind]) => (
        <span key={role} className={kind}>
          {role}
        </span>
      ))}
    </div>
  )
}

function SampleWidget() {
  const translate = useTranslations('toolbox.theme')
  const format = useFormat()
  const { figure, rail } = useOnce(() => ({ figure: createFigure(), rail: createLimitsRail() }))
  useEffect(() => {
    figure.write(format.number(flow.value, 1), 'm³/h')
    rail.write(scale, flow)
  }, [figure, rail, format])
  const labels = { lower: format.number(scale.lowerLimit), upper: format.number(scale.upperLimit) }
  return (
    <div className="theme-widget">
      <span>{translate('sensor')}</span>
      {figure.draw()}
      {rail.draw(scale, labels)}
    </div>
  )
}

function Lamp({ colour }: { readonly colour: (typeof lamps)[number] }) {
  const translate = useTranslations('common.colours')
  const tower = useOnce(createLampTower)
  useEffect(() => tower.write(colour), [tower, colour])
  return (
    <li>
      {tower.draw()}
      {translate(colour)}
    </li>
  )
}
