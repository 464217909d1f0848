import { expect, it } from 'vitest'
import { CommandProtocols, type CommandProtocol } from './device-commands.ts'

const protocol = (name: string): CommandProtocol => ({
  name,
  offer: () => null,
  send: async () => ({ outcome: 'not-connected' }),
})

it('CM1 has the protocols that registered, each once, until they stop', () => {
  const protocols = new CommandProtocols()
  const stop = protocols.register(protocol('one'))
  protocols.register(protocol('other'))
  expect(protocols.all().map(({ name }) => name)).toEqual(['one', 'other'])
  expect(() => protocols.register(protocol('one'))).toThrow('already')
  stop()
  expect(protocols.named('one')).toBeUndefined()
  expect(protocols.named('other')?.name).toBe('other')
})
