import { useTranslations } from 'use-intl'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { UnboundWidgetEditorProps } from '#kit/web/widget-registry.ts'
import { TitleField } from '../../several/title-field.tsx'
import { placeOfZone, type ClockOptions } from './clock-options.ts'
import './clock.css'

/** The title, the zone, and whether seconds are shown. */
export default function ClockEditor(props: UnboundWidgetEditorProps<ClockOptions>) {
  const { options, onChange } = props
  const translate = useTranslations('widgets.kinds.clock')
  const site = useFormat().zone
  return (
    <>
      <TitleField
        value={options.title}
        usual={placeOfZone(options.zone || site)}
        onChange={(title) => onChange({ ...options, title })}
      />
      <label className="field">
        <span className="field-label">{translate('zone')}</span>
        <span className="input">
          <select
            value={options.zone}
            onChange={({ target }) => onChange({ ...options, zone: target.value })}
          >
            <option value="">{translate('siteZone', { zone: site })}</option>
            {Intl.supportedValuesOf('timeZone').map((zone) => (
              <option key={zone}>{zone}</option>
            ))}
          </select>
        </span>
      </label>
      <label className="clock-editor">
        <input
          type="checkbox"
          checked={options.seconds}
          onChange={({ target }) => onChange({ ...options, seconds: target.checked })}
        />
        {translate('seconds')}
      </label>
    </>
  )
}
