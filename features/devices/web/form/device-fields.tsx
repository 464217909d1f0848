import { Form, Input } from 'antd'
import { useTranslations } from 'use-intl'
import { maximumDescriptionLength } from '#kit/model/device.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { readSeconds } from './device-entries.ts'

/** What people write about a device, as every form about one has it. */
export function DeviceFields() {
  const translate = useTranslations('devices.fields')
  const text = <Input maxLength={maximumDescriptionLength} autoComplete="off" />
  return (
    <>
      <Form.Item
        name="name"
        label={translate('name')}
        rules={[{ required: true, whitespace: true, message: translate('nameMissing') }]}
      >
        {text}
      </Form.Item>
      <Form.Item name="product" label={translate('product')} extra={translate('productNote')}>
        {text}
      </Form.Item>
      <div className="device-pair">
        <Form.Item name="site" label={translate('site')}>
          {text}
        </Form.Item>
        <Form.Item name="zone" label={translate('zone')}>
          {text}
        </Form.Item>
      </div>
      <div className="device-pair">
        <SecondsField name="intervalMs" label={translate('interval')} />
        <SecondsField name="silenceMs" label={translate('silence')} />
      </div>
      <p className="device-note">{translate('timesNote')}</p>
    </>
  )
}

interface SecondsFieldProps {
  readonly name: 'intervalMs' | 'silenceMs'
  readonly label: string
}

/** A duration in seconds; its limits are the server's, which names them at the field. */
function SecondsField({ name, label }: SecondsFieldProps) {
  const translate = useTranslations('devices.fields')
  const units = useTranslations('common.units')
  const format = useFormat()
  return (
    <Form.Item
      name={name}
      label={label}
      validateTrigger="onBlur"
      rules={[
        {
          validator: (_rule, value: unknown) =>
            (readSeconds(typeof value === 'string' ? value : '', format) ?? 0) > 0
              ? Promise.resolve()
              : Promise.reject(new Error(translate('secondsInvalid'))),
        },
      ]}
    >
      <Input inputMode="decimal" maxLength={12} autoComplete="off" suffix={units('second')} />
    </Form.Item>
  )
}
