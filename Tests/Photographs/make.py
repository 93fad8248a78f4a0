#!/usr/bin/env python3
"""Draws the pages of this folder as a hand-held camera sees them, by Chromium: one in each language, and one without words.

    .venv/bin/python Tests/Photographs/make.py
"""
from pathlib import Path

from playwright.sync_api import sync_playwright

PAGES = {
    "en": ("Grandma’s Pancakes", "Ingredients", ["200 g plain flour", "2 eggs", "300 ml milk", "1 tbsp sugar", "30 g butter"],
           "Method", ["Whisk the eggs with the milk.", "Stir in the flour and the sugar, and leave it to rest until the oven is warm enough.",
                      "Fry in the butter for 2 minutes on each side."]),
    "fr": ("Crêpes de mamie", "Ingrédients", ["250 g de farine", "4 œufs", "500 ml de lait", "1 pincée de sel"],
           "Préparation", ["Mélanger la farine et le sel.", "Ajouter les œufs un à un, puis le lait, et fouetter la pâte jusqu’à ce qu’elle soit lisse.",
                           "Cuire dans une poêle chaude."]),
    "ko": ("할머니 김치찌개", "재료", ["돼지고기 200 그램", "김치 3 컵", "두부 1모", "대파 1대"],
           "만드는 법", ["냄비에 돼지고기와 김치를 볶습니다.", "물 3 컵을 붓고 20분 끓입니다.", "두부와 대파를 넣고 5분 더 끓입니다."]),
    "ru": ("Бабушкины блины", "Ингредиенты", ["250 г муки", "3 яйца", "500 мл молока", "1 ст. л. сахара"],
           "Приготовление", ["Взбейте яйца с сахаром.", "Влейте молоко, всыпьте муку и размешайте, чтобы в тесте совсем не осталось комков.",
                             "Жарьте на горячей сковороде."]),
}
STYLE = "margin:0;padding:50px 60px;font:26px/1.5 'DejaVu Serif','Noto Serif CJK KR',serif;background:linear-gradient(100deg,#f6edda,#e2d6bd);color:#3a332c"


def page(title, ingredients, lines, method, steps):
    rows = "".join(f"<div>{line}</div>" for line in lines)
    numbered = "".join(f"<div>{number}. {step}</div>" for number, step in enumerate(steps, 1))
    return f"<body style=\"{STYLE}\"><div style='transform:rotate(.7deg)'><h1>{title}</h1><h2>{ingredients}</h2>{rows}<h2>{method}</h2>{numbered}</div>"


with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
    tab = browser.new_page(viewport={"width": 800, "height": 900}, device_scale_factor=1.6)
    for name, content in [*((language, page(*texts)) for language, texts in PAGES.items()), ("empty", f"<body style=\"{STYLE}\">")]:
        tab.set_content(content)
        tab.screenshot(path=Path(__file__).with_name(f"{name}.jpg"), type="jpeg", quality=60)
    browser.close()
