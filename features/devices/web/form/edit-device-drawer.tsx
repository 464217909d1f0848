import { App, Button, Drawer, Form } from 'antd'
import { useTranslations } from 'use-intl'
import type { RegisteredDevice } from '#features/devices/contract/registry.ts'
import { EditConflict } from '#kit/web/antd/antd-edit-conflict.tsx'
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
  const { modal } = App.useApp()
  const editing = useDeviceEditing(device, interrupted, onClose)
  const close = () => {
    if (!editing.isDirty) return onClose()
    void modal.confirm({
      title: translate('discardTitle'),
      content: translate('discardText'),
      okText: translate('discard'),
      cancelText: translate('stay'),
      icon: null,
      onOk: () => {
        editing.discard()
        onClose()
      },
    })
  }
  return (
    <Drawer
      open
      onClose={close}
      title={translate('title', { lesiId: device.lesiId })}
      size={420}
      footer={
        <div className="device-foot">
          <Button onClick={close}>{translate('cancel')}</Button>
          <Button
            type="primary"
            htmlType="submit"
            form={editDeviceForm}
            disabled={!editing.isDirty}
            loading={editing.isPending}
          >
            {translate('save')}
          </Button>
        </div>
      }
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
    </Drawer>
  )
}
