# SPDX-License-Identifier: MIT
#
# Writes HASHLANE_PAGE_TEXTS, a file that holds the style and the script of pages as texts.

set(HASHLANE_PAGE_TEXTS ${PROJECT_BINARY_DIR}/page_texts.cpp)
foreach(file IN ITEMS show/svg/plot.css show/page/page.css show/page/page.js)
    set(path ${PROJECT_SOURCE_DIR}/src/${file})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
    file(READ ${path} content_${file})
endforeach()
set(plot_style "${content_show/svg/plot.css}")
set(page_style "${content_show/svg/plot.css}${content_show/page/page.css}")
set(page_script "${content_show/page/page.js}")

set(text "#include \"${PROJECT_SOURCE_DIR}/src/show/page/page.h\"\n")
string(APPEND text "#include \"${PROJECT_SOURCE_DIR}/src/show/svg/svg.h\"\n\nnamespace hashlane::show {\n")
foreach(name IN ITEMS plot_style page_style page_script)
    string(APPEND text "\nconst char *const ${name} = R\"hashlane(${${name}})hashlane\";\n")
endforeach()
string(APPEND text "\n} // namespace hashlane::show\n")
# Only if it differs; otherwise every configuration would compile it again.
file(CONFIGURE OUTPUT ${HASHLANE_PAGE_TEXTS} CONTENT "@text@" @ONLY)
