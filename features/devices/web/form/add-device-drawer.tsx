import { Form, Input } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import {
  defaultIntervalMs,
  defaultSilenceMs,
} from '#features/devices/contract/device-description.ts'
import type { RegisteredDevice } from '#features/devices/contract/registry.ts'
import { LesiId } from '#kit/model/device.ts'
import { FormDrawer } from '#kit/web/antd/forms/antd-form-drawer.tsx'
import { stillHolds, useShowRefusedForm } from '#kit/web/antd/forms/antd-form.ts'
import { isolated } from '#kit/web/formats/isolated.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { useUnsaved } from '#kit/web/screens/unsaved.ts'
import { toast } from '#kit/web/toast.ts'
import { descriptionOf, entriesOf, type DeviceEntries } from './device-entries.ts'
import { DeviceFields } from './device-fields.tsx'
import { useAddDevice } from './use-add-device.ts'

export const addDeviceForm = 'add-device'

export interface NewDeviceEntries extends DeviceEntries {
  readonly lesiId: string
}

interface AddDeviceDrawerProps {
  /** What the form starts with, after a session that ended before it was saved. */
  readonly interrupted: NewDeviceEntries | undefined
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onAdded: (made: { readonly device: RegisteredDevice; readonly token: string }) => void
}

const emptyEntries = { name: '', product: '', site: '', zone: '' }

/** A new device. What is shown of it afterwards is its token. */
export function AddDeviceDrawer({ interrupted, isOpen, onClose, onAdded }: AddDeviceDrawerProps) {
  const translate = useTranslations('devices.add')
  const format = useFormat()
  const [form] = Form.useForm<NewDeviceEntries>()
  const showRefusedForm = useShowRefusedForm(form)
  const { mutate, isPending } = useAddDevice()
  const [isDirty, setDirty] = useState(interrupted !== undefined)
  const markSaved = useUnsaved(addDeviceForm, isOpen && isDirty, () => form.getFieldsValue(true))
  const times = { intervalMs: defaultIntervalMs, silenceMs: defaultSilenceMs }
  const empty = { lesiId: '', ...entriesOf({ ...emptyEntries, ...times }, format) }
  const submit = (entries: NewDeviceEntries) => {
    if (isPending) return
    mutate(
      { lesiId: entries.lesiId.trim(), ...descriptionOf(entries, format) },
      {
        onSuccess: (made) => {
          toast('success', translate('done', { name: isolated(made.device.name) }))
          onAdded(made)
          // What is typed since is another device, which the form still holds.
          if (!stillHolds(form, entries)) return
          form.setFieldsValue(empty)
          setDirty(false)
          markSaved()
          onClose()
        },
        onError: showRefusedForm,
      },
    )
  }
  return (
    <FormDrawer
      isOpen={isOpen}
      title={translate('title')}
      size={420}
      formId={addDeviceForm}
      cancel={translate('cancel')}
      submit={translate('save')}
      isPending={isPending}
      onClose={onClose}
    >
      <p className="device-note">{translate('intro')}</p>
      <Form<NewDeviceEntries>
        form={form}
        name={addDeviceForm}
        layout="vertical"
        requiredMark={false}
        initialValues={interrupted ?? empty}
        scrollToFirstError={{ block: 'center', focus: true }}
        onValuesChange={() => setDirty(true)}
        onFinish={submit}
      >
        <LesiIdField />
        <DeviceFields />
      </Form>
    </FormDrawer>
  )
}

function LesiIdField() {
  const translate = useTranslations('devices.fields')
  const errors = useTranslations('errors.fields')
  return (
    <Form.Item
      name="lesiId"
      label={translate('lesiId')}
      extra={translate('lesiIdNote')}
      validateTrigger="onBlur"
      rules={[
        {
          validator: (_rule, value: unknown) =>
            LesiId.safeParse(typeof value === 'string' ? value.trim() : '').success
              ? Promise.resolve()
              : Promise.reject(new Error(errors('lesi_id'))),
        },
      ]}
    >
      <Input maxLength={64} autoComplete="off" className="device-id" />
    </Form.Item>
  )
}
