import { describe, expect, test } from 'vitest'
import { fileOf, packageOf, partsOf } from '#testing/made-files.ts'
import { inspect } from './inspect.ts'

const first = async (content: string | Buffer, form = {}) => {
  const { tables } = await inspect(fileOf(content), form)
  const [table] = tables
  if (!table) throw new Error('there is no table')
  return table
}

describe('IM5 what a CSV file seems to be', () => {
  test('a recording with semicolons, a column for each sensor', async () => {
    const text =
      'datetime;Pressure;Flow\n2020-02-08 13:30:47;0.38;32.1\n2020-02-08 13:30:48;0.71;32.0\n'
    expect(await first(text)).toMatchObject({
      head: ['datetime', 'Pressure', 'Flow'],
      proposal: {
        ...{ separator: ';', headRows: 1, decimal: '.', timeColumn: 0, timeFormat: 'iso' },
        ...{ hasOffsets: false, shape: 'wide', encoding: 'utf-8' },
      },
    })
  })

  test('a decimal comma, titles above the head, quotation marks', async () => {
    const text =
      'Anlage 7;\nDatum;Uhrzeit;"Wert; roh"\n13.04.2026;08:00:00;1,5\n14.04.2026;08:00:01;2,5\n'
    expect(await first(text)).toMatchObject({
      head: ['Datum', 'Uhrzeit', 'Wert; roh'],
      proposal: {
        ...{ separator: ';', headRows: 2, decimal: ',', timeColumn: 0, clockColumn: 1 },
        timeFormat: 'day-first',
      },
    })
  })

  test('03/04 could be either: a person is asked; 13/04 decides', async () => {
    const days = (...texts: readonly string[]) =>
      `time,v\n${texts.map((t) => `${t} 10:00,1\n`).join('')}`
    expect((await first(days('03/04/2026', '05/06/2026'))).proposal.timeFormat).toBeNull()
    expect((await first(days('03/04/2026', '13/04/2026'))).proposal.timeFormat).toBe('day-first')
    expect((await first(days('03/04/2026', '04/13/2026'))).proposal.timeFormat).toBe('month-first')
    expect((await first(days('03.04.2026', '05.06.2026'))).proposal.timeFormat).toBe('day-first')
  })

  test('a row for each reading, seconds since 1970', async () => {
    const text =
      'ts,device,tag,value,quality\n1775226615,P-1,temp,1.5,good\n1775226616,P-1,flow,2,bad\n'
    expect((await first(text)).proposal).toMatchObject({
      ...{ timeFormat: 'epoch-s', shape: 'long', deviceColumn: 1, sensorColumn: 2, valueColumn: 3 },
      ...{ qualityColumn: 4, hasOffsets: true },
    })
  })

  const text = 'время,значение\n2026-04-03T10:00:00Z,1\n'
  test.each([
    ['utf-8', Buffer.from(text)],
    ['utf-8', Buffer.from(`\ufeff${text}`)],
    ['utf-16le', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['utf-16le', Buffer.from('time,value\n2026-04-03T10:00:00Z,1\n', 'utf16le')],
    ['utf-16be', Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
    ['windows-1252', Buffer.from('zeit,größe\n2026-04-03,1\n', 'latin1')],
  ] as const)('%s is recognised', async (encoding, content) => {
    const { head, proposal } = await first(content)
    expect(proposal.encoding).toBe(encoding)
    expect(head[0]).toMatch(/^(время|time|zeit)$/)
  })

  test.each([
    // The bytes as they look in Western, and what they say.
    ['windows-1251', 'âðåìÿ;òåìïåðàòóðà êîòëà, °C', 'время;температура котла, °C'],
    ['windows-1251', 'ÄÀÒÀ;ÍÎÌÅÐ ¹', 'ДАТА;НОМЕР №'],
    ['windows-1251', 'T, °C;ðàñõîä, ì', 'T, °C;расход, м'],
    ['windows-1252', 'Zeit;Größe;Öl', 'Zeit;Größe;Öl'],
    ['windows-1252', 'time;T in °C;v in µm', 'time;T in °C;v in µm'],
    ['windows-1252', 'città;così;più', 'città;così;più'],
    ['windows-1258', 'thõÌi gian;nhiêòt ðôò loÌ hõi', 'thời gian;nhiệt độ lò hơi'],
    ['windows-1258', 'giõÌ;mýìc nýõìc;áp suâìt', 'giờ;mức nước;áp suất'],
    ['big5', '®É¶¡;·Å«×·P´ú¾¹;À£¤O', '時間;溫度感測器;壓力'],
    ['big5', '·Å«×(¢XC);¬y¶q', '溫度(°C);流量'],
  ] as const)('IM18 the bytes of %s are recognised: %s', async (encoding, bytes, said) => {
    const content = Buffer.from(`${bytes}\n2026-04-03 10:00:00;1.5;2\n`, 'latin1')
    const { head, proposal } = await first(content)
    expect([proposal.encoding, head]).toEqual([encoding, said.split(';')])
  })

  test('IM19 zeros that a logger left in its file are no reason to refuse it', async () => {
    const content = `time;v\n2026-04-03 10:00:00;1\n${'\0'.repeat(99)}\n2026-04-03 10:00:02;\0\n`
    expect(await first(content)).toMatchObject({
      head: ['time', 'v'],
      rows: [['2026-04-03 10:00:00', '1'], [expect.any(String)], ['2026-04-03 10:00:02', '\ufffd']],
      proposal: { encoding: 'utf-8', separator: ';', timeColumn: 0 },
    })
  })

  test('what a person says about the text counts', async () => {
    const content = Buffer.from([0xe2, 0xf0, 0x2c, 0x76, 0x0a, 0x31, 0x2c, 0x32, 0x0a])
    const { head, rows } = await first(content, { encoding: 'windows-1251', headRows: 0 })
    expect(head).toEqual([])
    expect(rows[0]).toEqual(['вр', 'v'])
  })
})

test('IM5 a workbook shows its dates, and its tables of times first', async () => {
  const cells = (row: number, time: string, value: string) =>
    `<row r="${row}"><c r="A${row}" s="1">${time}</c><c r="B${row}">${value}</c></row>`
  const textCell = (place: string, text: string) =>
    `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`
  const head = `<row r="1">${textCell('A1', 'Time')}${textCell('B1', 'Level')}</row>`
  const path = await packageOf(partsOf(head + cells(2, '<v>46115.5</v>', '<v>1.5</v>')))
  const { format, tables } = await inspect(path, {})
  expect(format).toBe('xlsx')
  expect(tables[0]).toMatchObject({
    ...{ sheet: 'Data', head: ['Time', 'Level'], rows: [['2026-04-03 12:00:00.000', '1.5']] },
    proposal: { timeColumn: 0, timeFormat: 'serial', shape: 'wide', headRows: 1 },
  })
})

test.each([
  ['iso', '2026-04-03 10:00:0'],
  ['epoch-s', '179000000'],
  ['epoch-ms', '179000000000'],
] as const)('IM5 a column is one of times where most rows fit: %s', async (format, time) => {
  const bad = ['broken,1', '0,2', 'n/a,3', '-,4']
  const good = Array.from({ length: 6 }, (_, index) => `${time}${index},5`)
  const { proposal } = await first(`t,v\n${[...bad, ...good].join('\n')}\n`)
  expect(proposal).toMatchObject({ timeColumn: 0, timeFormat: format, headRows: 1 })
  const few = await first(`t,v\n${[...bad, ...good.slice(0, 3)].join('\n')}\n`)
  expect(few.proposal.timeColumn).toBeNull()
})

test('IM5 of dates of a workbook, too, some may be broken', async () => {
  const cells = (row: number, time: string) =>
    `<row r="${row}">${time}<c r="B${row}"><v>1</v></c></row>`
  const broken = (row: number) =>
    cells(row, `<c r="A${row}" t="inlineStr"><is><t>broken</t></is></c>`)
  const date = (row: number) => cells(row, `<c r="A${row}" s="1"><v>${46_115.5 + row}</v></c>`)
  const rows = [1, 2].map(broken).join('') + [3, 4, 5].map(date).join('')
  const { tables } = await inspect(await packageOf(partsOf(rows)), {})
  expect(tables[0]?.proposal).toMatchObject({ timeColumn: 0, timeFormat: 'serial' })
})

describe('IM21 dates and clocks of workbooks', () => {
  const row = (line: number, ...cells: readonly string[]) => {
    const placed = cells.map((cell, at) => cell.replace('<c', `<c r="${'ABC'[at]}${line}"`))
    return `<row r="${line}">${placed.join('')}</row>`
  }
  const text = (said: string) => `<c t="inlineStr"><is><t>${said}</t></is></c>`
  const date = (serial: number) => `<c s="1"><v>${serial}</v></c>`
  const number = (value: number) => `<c><v>${value}</v></c>`
  const clocks = [0, 0.25, 0.5]

  test.each([
    ['Date', 'Time', 0, 1],
    ['Time', 'Date', 1, 0],
  ] as const)('%s and %s in two columns', async (one, other, timeColumn, clockColumn) => {
    const rows = clocks.map((clock, index) => {
      const cells = [date(clock), number(1.5)]
      return row(index + 2, ...cells.toSpliced(timeColumn, 0, date(46_115)))
    })
    const head = row(1, text(one), text(other), text('Level'))
    const { tables } = await inspect(await packageOf(partsOf(head + rows.join(''))), {})
    expect(tables[0]?.proposal).toMatchObject({ timeColumn, clockColumn, timeFormat: 'serial' })
    expect(tables[0]?.rows[1]?.[clockColumn]).toBe('06:00:00.000')
  })

  test('those of the 1904 system are shown as they are read', async () => {
    const rows = row(1, text('Time'), text('Level')) + row(2, date(46_115.5 - 1_462), number(1.5))
    const { tables } = await inspect(await packageOf(partsOf(rows, { date1904: true })), {})
    expect(tables[0]?.rows).toEqual([['2026-04-03 12:00:00.000', '1.5']])
  })
})

test.each([
  '<!DOCTYPE html>\n<html><table><tr><td>time</td><td>1</td></tr></table></html>\n',
  '\ufeff  <html xmlns:x="urn:schemas-microsoft-com:office:excel">\n<td>1</td>\n',
  '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook/>\n',
])('IM23 a page or other document is refused, and is no table: %s', async (content) => {
  await expect(inspect(fileOf(content), {})).rejects.toMatchObject({ failure: 'not_readable' })
})

test('IM23 a table may begin with a sign of such documents', async () => {
  const { head } = await first('<time>,v\n2026-04-03 10:00:00,1\n')
  expect(head).toEqual(['<time>', 'v'])
})
