// Text in every script has glyphs, its letters are joined, and it runs in its direction.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { languages, messagesIn } from '@florin/locales/languages.ts'
import { familiesFor } from './families.ts'
import { breakLines } from './lines.ts'
import { noFonts, baseDirection, type Run, shapeRuns, type Style } from './runs.ts'

function styleOf(language: string, weight: Style['weight'] = 400): Style {
  return { language, weight, chosen: noFonts() }
}

const glyphsOf = (runs: readonly Run[]) =>
  runs.flatMap(({ font, text }) => font.shaper.layout(text).glyphs.map(({ id }) => id))

const printed = (runs: readonly Run[]) => runs.map(({ text }) => text).join('')

for (const language of Object.keys(languages)) {
  test(`every message in ${language} has glyphs, in both weights`, async () => {
    const direction = language === 'ar' || language === 'he' ? 'rtl' : 'ltr'
    const all = JSON.stringify(messagesIn(language, 'invoice'))
    for (const weight of [400, 600] as const) {
      const runs = await shapeRuns(all, direction, styleOf(language, weight))
      assert.ok(!glyphsOf(runs).includes(0), 'no glyph is missing')
      assert.ok(!printed(runs).includes('\uFFFD'), 'no character is replaced')
    }
  })
}

test('names in scripts that no page is translated to have glyphs too', async () => {
  for (const text of [
    'Владимир Ελένη Nguyễn Thị',
    'दिल्ली ঢাকা சென்னை తెలుగు ગુજરાત ਪੰਜਾਬ ಕನ್ನಡ മലയാളം ଓଡ଼ିଆ සිංහල',
    'กรุงเทพมหานคร ភ្នំពេញ ວຽງຈັນ ရန်ကုန်',
    'თბილისი Երևան አዲስ አበባ 서울특별시 臺北市 東京都 北京市',
    '₹ ₪ ₽ ₩ ₺ ₴ € £ ¥ ฿ → ✓ 🎉',
  ]) {
    const runs = await shapeRuns(text, 'ltr', styleOf('en'))
    assert.ok(!glyphsOf(runs).includes(0), text)
    assert.ok(!printed(runs).includes('\uFFFD'), text)
  }
})

test('the table of fonts has every package that is installed for it, and no other', () => {
  const file = resolve(import.meta.dirname, '../../../package.json')
  const { dependencies } = JSON.parse(readFileSync(file, 'utf8')) as { dependencies: object }
  const scope = '@fontsource-variable/'
  const installed = Object.keys(dependencies).filter((name) => name.startsWith(scope))
  assert.deepEqual(
    familiesFor('', 'en')
      .map((family) => scope + family)
      .toSorted(),
    installed.toSorted(),
  )
})

test('a character that no font has is printed as a replacement, and the rest stays', async () => {
  const runs = await shapeRuns('a\u{13000}b', 'ltr', styleOf('en'))
  assert.equal(printed(runs), 'a\uFFFDb')
})

test('Arabic letters are joined', async () => {
  const joined = glyphsOf(await shapeRuns('بيت', 'rtl', styleOf('ar')))
  const apart = await Promise.all(
    ['ت', 'ي', 'ب'].map(async (letter) => glyphsOf(await shapeRuns(letter, 'rtl', styleOf('ar')))),
  )
  assert.notDeepEqual(joined, apart.flat())
})

test('words run from right to left around numbers and names that do not', async () => {
  const runs = await shapeRuns('שלום (Acme) 12', 'rtl', styleOf('he'))
  assert.equal(printed(runs).replaceAll(/\s+/g, ' '), '12 (Acme) שלום')
})

test('the direction is that of the text, also in a document of the other one', () => {
  assert.equal(baseDirection('Acme Inc.', 'rtl'), 'ltr')
  assert.equal(baseDirection('Visa تنتهي بـ 4242', 'rtl'), 'rtl')
  assert.equal(baseDirection('شركة Acme', 'ltr'), 'rtl')
  assert.equal(baseDirection('12.00', 'rtl'), 'rtl')
})

test('Japanese, Chinese and Korean are drawn with their own fonts', async () => {
  const fontOf = async (text: string, language: string) =>
    (await shapeRuns(text, 'ltr', styleOf(language)))[0]?.font.name
  assert.match((await fontOf('直', 'ja')) ?? '', /noto-sans-jp/)
  assert.match((await fontOf('直', 'zh')) ?? '', /noto-sans-sc/)
  assert.match((await fontOf('直す', 'en')) ?? '', /noto-sans-jp/)
  assert.match((await fontOf('서울', 'en')) ?? '', /noto-sans-kr/)
})

test('lines fit their width: at spaces, between words without spaces, and else between letters', async () => {
  const room = { width: 8_000, max_lines: 20, direction: 'ltr' } as const
  for (const text of [
    'A text of several words that do not fit',
    '日本語の文章は単語の間で改行されます。',
    'ใบแจ้งหนี้ของคุณพร้อมแล้ว',
    'x'.repeat(60),
  ]) {
    const lines = await breakLines(text, styleOf('en'), room)
    assert.ok(lines.length > 1, text)
    for (const { width } of lines) assert.ok(width <= room.width, text)
    const all = lines.map(({ runs }) => printed(runs)).join('')
    assert.equal(all.replaceAll(' ', ''), text.replaceAll(' ', ''), 'nothing is lost')
  }
})

test('a text that is too long ends in an ellipsis', async () => {
  const room = { width: 4_000, max_lines: 2, direction: 'ltr' } as const
  const lines = await breakLines('one two three four five six seven', styleOf('en'), room)
  assert.equal(lines.length, 2)
  assert.match(printed(lines[1]?.runs ?? []), /…$/)
})
