import { describe, expect, test } from 'vitest'
import { fileOf } from '#testing/made-files.ts'
import { inspect } from './inspect.ts'

const encodings = ['windows-1251', 'cp866', 'koi8-r'] as const

/** The bytes of a text of which each sign has one. */
function bytesOf(text: string, encoding: (typeof encodings)[number]): Buffer {
  const signs = new TextDecoder(encoding).decode(Uint8Array.from({ length: 256 }, (_, at) => at))
  return Buffer.from([...text].map((sign) => signs.indexOf(sign)))
}

const first = async (content: Buffer, form = {}) => {
  const { tables } = await inspect(fileOf(content), form)
  return tables[0]
}

describe('IM24 the bytes of former Russian loggers are recognised', () => {
  test.each([
    'время;температура котла, °C',
    'ВРЕМЯ;ДАВЛЕНИЕ;РАСХОД',
    'Дата;Уровень бака;Подшипник №3',
    'T, °C;расход, м',
    'Время;Ток;Ёмкость;Объём',
    'Счётчик;состояние',
  ])('%s', async (head) => {
    for (const encoding of encodings) {
      // The sign for numbers is not in all of them.
      const said = encoding === 'koi8-r' ? head.replace('№', 'N') : head
      const table = await first(bytesOf(`${said}\n2026-04-03 10:00:00;1.5;2\n`, encoding))
      expect([table?.proposal.encoding, table?.head]).toEqual([encoding, said.split(';')])
    }
  })

  test('by the words of the rows as well, and whatever frame is drawn around a title', async () => {
    const words = 'время;значение\n2026-04-03 10:00:00;включено\n2026-04-03 10:00:01;авария\n'
    const frame = `${'─'.repeat(60)};\nнасос;\n${'─'.repeat(60)};\n`
    for (const encoding of ['cp866', 'koi8-r'] as const) {
      const table = await first(bytesOf(frame + words, encoding))
      expect(table?.proposal).toMatchObject({ encoding, headRows: 4 })
      expect(table?.rows.map((row) => row[1])).toEqual(['включено', 'авария'])
    }
  })

  test.each(['Größe;Öl;Überdruck', 'débit;pression à l’entrée', 'città;così;più', 'm³/h;½;±;Ø'])(
    '%s stays Western',
    async (head) => {
      const western = head.replace('’', '\u0092')
      const table = await first(Buffer.from(`${western}\n2026-04-03 10:00:00;1\n`, 'latin1'))
      expect(table?.proposal.encoding).toBe('windows-1252')
    },
  )

  test('what a person says counts', async () => {
    const content = bytesOf('вр;v\n1;2\n', 'koi8-r')
    expect((await first(content, { encoding: 'koi8-r' }))?.head).toEqual(['вр', 'v'])
    expect((await first(content, { encoding: 'cp866' }))?.head[0]).not.toBe('вр')
  })
})
