import { Button, Checkbox, Modal } from 'antd'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { maximumTargets, type CommandSettings } from '#features/commands/contract/routes.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { useConfirmedClose } from '#kit/web/antd/antd-confirmed-close.ts'
import { useUnsaved } from '#kit/web/screens/unsaved.ts'
import { toast } from '#kit/web/toast.ts'
import { useConfigureCommands } from '../query-commands.ts'
import { useCommandFailure } from '../send/use-command-failure.ts'
import { TargetFields } from './target-fields.tsx'
import { newTarget, readTargets, writeTargets, type TargetEntry } from './target-entries.ts'

interface SettingsDialogProps {
  readonly lesiId: string
  readonly settings: CommandSettings
  readonly onClose: () => void
}

/** Whether a device takes commands, and which. */
export function SettingsDialog({ lesiId, settings, onClose }: SettingsDialogProps) {
  const translate = useTranslations('commands.settings')
  const format = useFormat()
  const [enabled, setEnabled] = useState(settings.enabled)
  const [targets, setTargets] = useState<readonly TargetEntry[]>(() =>
    writeTargets(settings.targets, format.write),
  )
  const [isDirty, setDirty] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const failureText = useCommandFailure()
  const { mutate, isPending } = useConfigureCommands(lesiId)
  const discard = useUnsaved('command-settings', isDirty, () => null)
  const close = useConfirmedClose({ isDirty, discard, onClose })
  const formId = useId()
  const change = (next: readonly TargetEntry[]) => {
    setTargets(next)
    setDirty(true)
    setProblem(null)
  }
  const save = () => {
    const read = readTargets(targets, format.read)
    if ('problem' in read) return setProblem(translate(read.problem))
    mutate(
      { enabled, targets: [...read.targets], version: settings.version },
      {
        onSuccess: () => {
          toast('success', translate(enabled ? 'savedOn' : 'savedOff'))
          discard()
          onClose()
        },
        onError: (error) => setProblem(failureText(error)),
      },
    )
  }
  return (
    <Modal
      open
      width={760}
      title={translate('title')}
      okText={translate('save')}
      cancelText={translate('cancel')}
      okButtonProps={{ loading: isPending, htmlType: 'submit', form: formId }}
      onCancel={close}
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isPending) save()
        }}
      >
        <Checkbox
          checked={enabled}
          onChange={({ target }) => {
            setEnabled(target.checked)
            setDirty(true)
            setProblem(null)
          }}
        >
          {translate('enabled')}
        </Checkbox>
        <p className="device-note">{translate('note')}</p>
        <Targets targets={targets} onChange={change} />
        {problem !== null && (
          <p className="command-problem" role="alert">
            {problem}
          </p>
        )}
      </form>
    </Modal>
  )
}

interface TargetsProps {
  readonly targets: readonly TargetEntry[]
  readonly onChange: (targets: readonly TargetEntry[]) => void
}

/** What the device takes, and one more. */
function Targets({ targets, onChange }: TargetsProps) {
  const translate = useTranslations('commands.settings')
  return (
    <>
      {targets.map((target, index) => (
        <TargetFields
          key={target.key}
          target={target}
          onChange={(next) => onChange(targets.with(index, next))}
          onRemove={() => onChange(targets.toSpliced(index, 1))}
        />
      ))}
      <Button
        size="small"
        icon={<Icon name="plus" size={14} />}
        disabled={targets.length >= maximumTargets}
        onClick={() => onChange([...targets, newTarget()])}
      >
        {translate('add')}
      </Button>
    </>
  )
}
