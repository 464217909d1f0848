import { Button, Checkbox, Modal } from 'antd'
import { useTranslations } from 'use-intl'
import type { OfferedTarget } from '#features/commands/contract/routes.ts'
import { isolated } from '#kit/web/formats/isolated.ts'
import { useUnsaved } from '#kit/web/screens/unsaved.ts'
import { SentCommand } from './sent-command.tsx'
import { ValueField } from './value-field.tsx'
import { useCommandForm } from './use-command-form.ts'
import { Summary } from './command-summary.tsx'

interface SendDialogProps {
  readonly device: { readonly lesiId: string; readonly name: string }
  readonly target: OfferedTarget
  readonly onClose: () => void
}

/**
 * A new value is entered, confirmed by a checkbox and sent by a button: no single key sends
 * anything. The outcome is shown where it was sent.
 */
export function SendDialog({ device, target, onClose }: SendDialogProps) {
  const translate = useTranslations('commands')
  const form = useCommandForm(device.lesiId, target)
  const { sent } = form
  const clear = useUnsaved('command', form.entry !== null && !sent, () => null)
  const close = () => {
    clear()
    onClose()
  }
  return (
    <Modal
      open
      title={translate('send.title', { name: isolated(device.name) })}
      onCancel={close}
      // The outcome has another height: a double click may end beside the dialog.
      mask={{ closable: false }}
      footer={
        <>
          <Button onClick={close}>{translate(sent ? 'send.close' : 'send.cancel')}</Button>
          {/* It stays: a double click would meet what comes in its place. */}
          <Button
            type="primary"
            danger
            disabled={sent !== null || form.value === null || !form.isConfirmed}
            loading={form.isPending}
            onClick={form.send}
          >
            {translate('send.send')}
          </Button>
        </>
      }
    >
      {sent ? (
        <SentCommand command={sent} />
      ) : (
        <>
          <ValueField
            target={target}
            entry={form.entry}
            problem={form.problem}
            isDisabled={form.isPending}
            onChange={form.change}
          />
          <Summary device={device} target={target} value={form.value} />
          <Checkbox
            checked={form.isConfirmed}
            disabled={form.value === null || form.isPending}
            onChange={({ target: { checked } }) => form.confirm(checked)}
          >
            {translate('send.confirm')}
          </Checkbox>
          {form.failure !== null && (
            <p className="command-problem" role="alert">
              {form.failure}
            </p>
          )}
        </>
      )}
    </Modal>
  )
}
