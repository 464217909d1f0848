import { useTranslations } from 'use-intl'
import type { RulesPreview } from '#features/connectors/contract/kinds/mqtt/discovery.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'

/** Devices and sensors that rules would give, and everything that is wrong. */
export function PreviewResult({ preview }: { readonly preview: RulesPreview }) {
  const translate = useTranslations('connectors.kinds.mqtt.preview')
  const types = useTranslations('sensors.types')
  const { devices, problems, deviceCount, problemCount } = preview
  return (
    <div className="mqtt-result">
      {deviceCount === 0 && problemCount === 0 && (
        <p className="connector-note">{translate('nothing')}</p>
      )}
      {devices.map(({ lesiId, sensors }) => (
        <section key={lesiId}>
          <h4 className="connector-mono">{lesiId}</h4>
          <ul>
            {sensors.map(({ key, value, unit, type }) => (
              <li key={key}>
                <span>{key}</span>
                <span className="number">
                  <ShownValue value={value} /> {unit}
                </span>
                {type !== null && <small>{types(type)}</small>}
              </li>
            ))}
          </ul>
        </section>
      ))}
      {deviceCount > devices.length && (
        <p className="connector-note">
          {translate('moreDevices', { count: deviceCount - devices.length })}
        </p>
      )}
      {problems.map(({ topic, field, reason }, index) => (
        <p key={index} className="mqtt-wrong" lang="en">
          <span className="connector-mono">{topic}</span> {field}: {reason}
        </p>
      ))}
      {problemCount > problems.length && (
        <p className="connector-note">
          {translate('moreProblems', { count: problemCount - problems.length })}
        </p>
      )}
    </div>
  )
}

function ShownValue({ value }: { readonly value: number | string | null }) {
  const format = useFormat()
  if (value === null) return <>–</>
  return <>{typeof value === 'number' ? format.write(value) : value}</>
}
