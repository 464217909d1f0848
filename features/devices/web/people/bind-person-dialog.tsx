import { Form, Input, Modal, Select } from 'antd'
import { useTranslations } from 'use-intl'
import {
  firstContractDay,
  lastContractDay,
  type BoundPerson,
} from '#features/devices/contract/bindings.ts'
import { isEmail, maximumEmailLength } from '#kit/model/address.ts'
import type { Relation } from '#kit/model/device.ts'
import { ApiError } from '#kit/web/calls/api-error.ts'
import { DayField } from '#kit/web/antd/fields/antd-day-field.tsx'
import { useDialogEntries } from '#kit/web/antd/forms/antd-confirmed-close.ts'
import { useShowRefusedForm } from '#kit/web/antd/forms/antd-form.ts'
import { toast } from '#kit/web/toast.ts'
import { useState } from 'react'
import { useBindPerson } from './use-binding-changes.ts'

const formName = 'bind-person'

interface BindingEntries {
  readonly email: string
  readonly relation: Relation
  readonly contractStart: string | null
  readonly contractEnd: string | null
}

interface BindPersonDialogProps {
  readonly lesiId: string
  /** Whose binding is changed; null: a new one. */
  readonly person: BoundPerson | null
  /** What the caller may make of a person. */
  readonly relations: readonly Relation[]
  readonly onClose: () => void
}

const bindingOf = ({ relation, contractStart, contractEnd }: BoundPerson) => ({
  relation,
  contractStart,
  contractEnd,
})

/** Who sees the device, as what, and for which days. */
export function BindPersonDialog({ lesiId, person, relations, onClose }: BindPersonDialogProps) {
  const translate = useTranslations('devices.people')
  const [form] = Form.useForm<BindingEntries>()
  const showRefusedForm = useShowRefusedForm(form)
  const { mutate, isPending } = useBindPerson(lesiId)
  const [isDirty, setDirty] = useState(false)
  const { close, leave } = useDialogEntries({ form: formName, isDirty, isPending, onClose })
  const submit = (entries: BindingEntries) => {
    if (isPending) return
    mutate(
      { ...entries, email: entries.email.trim(), before: person && bindingOf(person) },
      {
        onSuccess: () => {
          toast('success', translate('saved'))
          leave()
        },
        onError: (error) => {
          // What is there now is in the list.
          if (error instanceof ApiError && error.code === 'conflict') leave()
          showRefusedForm(error)
        },
      },
    )
  }
  const {
    email = '',
    relation = 'sub-user',
    contractStart = null,
    contractEnd = null,
  } = person ?? {}
  return (
    <Modal
      open
      title={translate(person ? 'editTitle' : 'addTitle')}
      okText={translate('save')}
      cancelText={translate('cancel')}
      okButtonProps={{ loading: isPending, htmlType: 'submit', form: formName }}
      onCancel={close}
    >
      <Form<BindingEntries>
        form={form}
        name={formName}
        layout="vertical"
        requiredMark={false}
        initialValues={{ email, relation, contractStart, contractEnd }}
        onValuesChange={() => setDirty(true)}
        onFinish={submit}
      >
        <PersonFields isKnown={person !== null} relations={relations} />
      </Form>
    </Modal>
  )
}

interface PersonFieldsProps {
  readonly isKnown: boolean
  readonly relations: readonly Relation[]
}

function PersonFields({ isKnown, relations }: PersonFieldsProps) {
  const translate = useTranslations('devices.people')
  const columns = useTranslations('devices.columns')
  const errors = useTranslations('errors.fields')
  const days = { minimum: firstContractDay, maximum: lastContractDay }
  return (
    <>
      <Form.Item
        name="email"
        label={translate('email')}
        validateTrigger="onBlur"
        rules={[
          {
            validator: (_rule, value: unknown) =>
              isEmail(typeof value === 'string' ? value.trim() : '')
                ? Promise.resolve()
                : Promise.reject(new Error(errors('email'))),
          },
        ]}
      >
        <Input
          type="email"
          maxLength={maximumEmailLength - 1}
          autoComplete="off"
          disabled={isKnown}
        />
      </Form.Item>
      <Form.Item name="relation" label={columns('relation')}>
        <Select
          options={relations.map((value) => ({
            value,
            label: translate(value === 'admin' ? 'asParent' : 'asSubUser'),
          }))}
        />
      </Form.Item>
      <div className="device-pair">
        <Form.Item name="contractStart" label={columns('contractStart')}>
          <DayField {...days} placeholder={translate('noLimit')} />
        </Form.Item>
        <Form.Item name="contractEnd" label={columns('contractEnd')}>
          <DayField {...days} placeholder={translate('noLimit')} />
        </Form.Item>
      </div>
      <p className="device-note">{translate('daysNote')}</p>
    </>
  )
}
