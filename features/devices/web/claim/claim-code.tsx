import { App, Button, Form, Modal } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { firstContractDay, lastContractDay } from '#features/devices/contract/bindings.ts'
import type { RegisteredDevice } from '#features/devices/contract/registry.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { DayField } from '#kit/web/antd/fields/antd-day-field.tsx'
import { useDialogEntries } from '#kit/web/antd/forms/antd-confirmed-close.ts'
import { useShowRefusedForm } from '#kit/web/antd/forms/antd-form.ts'
import { SecretDialog } from '#kit/web/antd/forms/antd-secret-dialog.tsx'
import { isolated } from '#kit/web/formats/isolated.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { toast } from '#kit/web/toast.ts'
import { useIssueClaimCode, useWithdrawClaimCode } from './use-claims.ts'

/** With what somebody else makes the device their own, for administrators. */
export function ClaimCode({ device }: { readonly device: RegisteredDevice }) {
  const translate = useTranslations('devices.claimCode')
  const format = useFormat()
  const [isIssuing, setIssuing] = useState(false)
  const [code, setCode] = useState<string | null>(null)
  const { ask, isPending } = useWithdrawal(device)
  const { claim } = device
  return (
    <section>
      <h3>{translate('title')}</h3>
      <div className="device-token">
        <Icon name="shield" />
        <div className="grow">
          <b>{translate(claim ? 'set' : 'none')}</b>
          {claim && <p>{translate('since', { time: format.dateTime(claim.since) })}</p>}
          {claim?.contractEnd && <p>{translate('until', { day: claim.contractEnd })}</p>}
        </div>
        <Button size="small" onClick={() => setIssuing(true)}>
          {translate(claim ? 'renew' : 'issue')}
        </Button>
        {claim && (
          <Button size="small" loading={isPending} onClick={ask}>
            {translate('withdraw')}
          </Button>
        )}
      </div>
      {isIssuing && (
        <IssueDialog lesiId={device.lesiId} onClose={() => setIssuing(false)} onIssued={setCode} />
      )}
      <SecretDialog
        secret={code}
        title={translate('dialogTitle', { name: isolated(device.name) })}
        text={translate('dialogText', { lesiId: device.lesiId })}
        label={translate('title')}
        onClose={() => setCode(null)}
      />
    </section>
  )
}

function useWithdrawal({ lesiId, name }: RegisteredDevice) {
  const translate = useTranslations('devices.claimCode')
  const { modal } = App.useApp()
  const { mutateAsync, isPending } = useWithdrawClaimCode(lesiId)
  const ask = () =>
    void modal.confirm({
      title: translate('withdrawTitle', { name: isolated(name) }),
      content: translate('withdrawText'),
      okText: translate('withdraw'),
      icon: null,
      autoFocusButton: 'cancel',
      // A failure is shown in a toast.
      onOk: () =>
        mutateAsync().then(
          () => toast('success', translate('withdrawn')),
          () => undefined,
        ),
    })
  return { ask, isPending }
}

interface Days {
  readonly contractStart: string | null
  readonly contractEnd: string | null
}

const formName = 'claim-code'
const limits = { minimum: firstContractDay, maximum: lastContractDay }

interface IssueDialogProps {
  readonly lesiId: string
  readonly onClose: () => void
  readonly onIssued: (code: string) => void
}

function IssueDialog({ lesiId, onClose, onIssued }: IssueDialogProps) {
  const translate = useTranslations('devices.claimCode')
  const columns = useTranslations('devices.columns')
  const people = useTranslations('devices.people')
  const [form] = Form.useForm<Days>()
  const showRefusedForm = useShowRefusedForm(form)
  const { mutate, isPending } = useIssueClaimCode(lesiId)
  const [isDirty, setDirty] = useState(false)
  const { close, leave } = useDialogEntries({
    ...{ form: formName, isDirty: isDirty || isPending, isPending, onClose },
  })
  return (
    <Modal
      open
      title={translate('issueTitle')}
      okText={translate('issue')}
      cancelText={people('cancel')}
      okButtonProps={{ loading: isPending, htmlType: 'submit', form: formName }}
      onCancel={close}
    >
      <p className="device-note">{translate('issueText')}</p>
      <Form<Days>
        form={form}
        name={formName}
        layout="vertical"
        initialValues={{ contractStart: null, contractEnd: null }}
        onValuesChange={() => setDirty(true)}
        onFinish={(days) => {
          if (isPending) return
          mutate(days, {
            onSuccess: ({ code }) => {
              leave()
              onIssued(code)
            },
            onError: showRefusedForm,
          })
        }}
      >
        <div className="device-pair">
          <Form.Item name="contractStart" label={columns('contractStart')}>
            <DayField {...limits} placeholder={people('noLimit')} />
          </Form.Item>
          <Form.Item name="contractEnd" label={columns('contractEnd')}>
            <DayField {...limits} placeholder={people('noLimit')} />
          </Form.Item>
        </div>
      </Form>
    </Modal>
  )
}
