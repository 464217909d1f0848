import { Form, Input, Modal, Select } from 'antd'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { SeenTopic } from '#features/connectors/contract/kinds/mqtt/discovery.ts'
import { MappingRule, type Payload } from '#features/connectors/contract/kinds/mqtt/mapping.ts'
import {
  maximumExpressionLength,
  maximumTopicLength,
} from '#features/connectors/contract/kinds/mqtt/limits.ts'
import { useDialogEntries } from '#kit/web/antd/forms/antd-confirmed-close.ts'
import { Labelled } from '../../../form/labelled.tsx'
import { newPayload, type EnteredRule } from './entered.ts'
import { JsonFields, PlainFields, StatusFields } from './payload-fields.tsx'
import { RulePreview } from './rule-preview.tsx'

interface RuleDialogProps {
  readonly rule: EnteredRule
  readonly isNew: boolean
  readonly seen: readonly SeenTopic[]
  readonly onTake: (rule: EnteredRule) => void
  readonly onClose: () => void
}

const formats = Object.keys(newPayload) as readonly Payload['format'][]

/** One rule: its topics, its device, how the payload is understood, and what that gives. */
export function RuleDialog(props: RuleDialogProps) {
  const { isNew, seen, onTake, onClose } = props
  const translate = useTranslations('connectors.kinds.mqtt.rule')
  const payloads = useTranslations('connectors.kinds.mqtt.payloads')
  const [initial] = useState(props.rule)
  const [rule, setRule] = useState(initial)
  const { close } = useDialogEntries({
    ...{ form: 'connector-entry', isDirty: rule !== initial, onClose },
  })
  const formId = useId()
  const change = (part: Partial<EnteredRule>) => setRule((before) => ({ ...before, ...part }))
  const isRule = MappingRule.safeParse(rule).success
  return (
    <Modal
      open
      width={720}
      title={translate(isNew ? 'addTitle' : 'editTitle')}
      okText={translate(isNew ? 'add' : 'take')}
      cancelText={translate('cancel')}
      okButtonProps={{ disabled: !isRule, htmlType: 'submit', form: formId }}
      onCancel={close}
    >
      <Form id={formId} layout="vertical" autoComplete="off" onFinish={() => onTake(rule)}>
        <Labelled label={translate('topic')} extra={translate('topicNote', placeholders)}>
          {(id) => (
            <Input
              id={id}
              className="connector-mono"
              value={rule.topic}
              maxLength={maximumTopicLength}
              onChange={({ target }) => change({ topic: target.value })}
            />
          )}
        </Labelled>
        <div className="connector-pair">
          <Labelled label={translate('payload')}>
            {(id) => (
              <Select
                id={id}
                value={rule.payload.format}
                options={formats.map((value) => ({ value, label: payloads(value) }))}
                onChange={(format: Payload['format']) => change({ payload: newPayload[format] })}
              />
            )}
          </Labelled>
          <Labelled label={translate('device')} extra={translate('deviceNote')}>
            {(id) => (
              <Input
                id={id}
                value={rule.device ?? ''}
                maxLength={64}
                onChange={({ target }) =>
                  change({ device: target.value.trim() === '' ? null : target.value.trim() })
                }
              />
            )}
          </Labelled>
        </div>
        <PayloadFields payload={rule.payload} onChange={(payload) => change({ payload })} />
      </Form>
      <RulePreview rule={rule} isRule={isRule} seen={seen} />
    </Modal>
  )
}

const expressionExample = '{"values": {"temperature": t / 10}}'
const placeholders = { device: '{device}', sensor: '{sensor}', rest: '{sensor#}' }

interface PayloadFieldsProps {
  readonly payload: Payload
  readonly onChange: (payload: Payload) => void
}

function PayloadFields({ payload, onChange }: PayloadFieldsProps) {
  const translate = useTranslations('connectors.kinds.mqtt.rule')
  if (payload.format === 'plain') return <PlainFields {...{ payload, onChange }} />
  if (payload.format === 'json') return <JsonFields {...{ payload, onChange }} />
  if (payload.format === 'status') return <StatusFields {...{ payload, onChange }} />
  if (payload.format !== 'expression') return null
  return (
    <Labelled
      label={translate('expression')}
      extra={translate('expressionNote', { names: '$topic, $device, $sensor' })}
    >
      {(id) => (
        <Input.TextArea
          id={id}
          className="connector-mono"
          autoSize={{ minRows: 4, maxRows: 12 }}
          maxLength={maximumExpressionLength}
          placeholder={expressionExample}
          value={payload.expression}
          onChange={({ target }) => onChange({ format: 'expression', expression: target.value })}
        />
      )}
    </Labelled>
  )
}
