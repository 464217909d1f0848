import { Form } from 'antd'
import { useTranslations } from 'use-intl'
import type { RegisteredDevice } from '#features/devices/contract/registry.ts'
import { useConfirmedClose } from '#kit/web/antd/forms/antd-confirmed-close.ts'
import { EditConflict } from '#kit/web/antd/forms/antd-edit-conflict.tsx'
import { FormDrawer } from '#kit/web/antd/forms/antd-form-drawer.tsx'
import { useCloseOnce } from '#kit/web/screens/late-answers.ts'
import type { DeviceEntries } from './device-entries.ts'
import { DeviceFields } from './device-fields.tsx'
import { editDeviceForm, useDeviceEditing, type InterruptedEdit } from './use-device-editing.ts'

interface EditDeviceDrawerProps {
  readonly device: RegisteredDevice
  readonly interrupted: InterruptedEdit | undefined
  readonly onClose: () => void
}

/** What is written about a device. An edit conflict asks what to do. */
export function EditDeviceDrawer({ device, interrupted, onClose }: EditDeviceDrawerProps) {
  const translate = useTranslations('devices.edit')
  const closeOnce = useCloseOnce(onClose)
  const editing = useDeviceEditing(device, interrupted, closeOnce)
  const close = useConfirmedClose({ ...editing, onClose: closeOnce })
  return (
    <FormDrawer
      title={translate('title', { lesiId: device.lesiId })}
      size={420}
      formId={editDeviceForm}
      cancel={translate('cancel')}
      submit={translate('save')}
      isUnchanged={!editing.isDirty}
      isPending={editing.isPending}
      onClose={close}
    >
      <Form<DeviceEntries>
        form={editing.form}
        name={editDeviceForm}
        layout="vertical"
        requiredMark={false}
        initialValues={editing.initialEntries}
        scrollToFirstError={{ block: 'center', focus: true }}
        onValuesChange={editing.onChange}
        onFinish={editing.save}
      >
        {editing.theirs && (
          <EditConflict
            title={translate('conflictTitle')}
            onTakeTheirs={editing.theirs.take}
            onKeepMine={editing.theirs.overwrite}
          />
        )}
        <DeviceFields />
      </Form>
    </FormDrawer>
  )
}
