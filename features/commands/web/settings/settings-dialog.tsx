import { Button, Checkbox, Modal } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { maximumTargets, type CommandSettings } from '#features/commands/contract/routes.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { useUnsaved } from '#kit/web/screens/unsaved.ts'
import { toast } from '#kit/web/toast.ts'
import { useConfigureCommands } from '../query-commands.ts'
import { useCommandFailure } from '../send/use-command-failure.ts'
import { TargetFields } from './target-fields.tsx'
import { newTarget, readTargets, writeTargets } from './target-entries.ts'

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
  const [targets, setTargets] = useState(() => writeTargets(settings.targets, format.write))
  const [isDirty, setDirty] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const failureText = useCommandFailure()
  const { mutate, isPending } = useConfigureCommands(lesiId)
  const clear = useUnsaved('command-settings', isDirty, () => null)
  const close = () => {
    clear()
    onClose()
  }
  const change = (next: typeof targets) => {
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
          close()
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
      okButtonProps={{ loading: isPending }}
      onOk={save}
      onCancel={close}
    >
      <Checkbox
        checked={enabled}
        onChange={({ target }) => {
          setEnabled(target.checked)
          setDirty(true)
        }}
      >
        {translate('enabled')}
      </Checkbox>
      <p className="device-note">{translate('note')}</p>
      {targets.map((target, index) => (
        <TargetFields
          key={target.key}
          target={target}
          onChange={(next) => change(targets.with(index, next))}
          onRemove={() => change(targets.toSpliced(index, 1))}
        />
      ))}
      <Button
        size="small"
        icon={<Icon name="plus" size={14} />}
        disabled={targets.length >= maximumTargets}
        onClick={() => change([...targets, newTarget()])}
      >
        {translate('add')}
      </Button>
      {problem !== null && (
        <p className="command-problem" role="alert">
          {problem}
        </p>
      )}
    </Modal>
  )
}
