//! Tables of figures.

use std::fmt::Write;

/// A table whose first `names` columns are names; cells are HTML. Columns without data
/// are left out. The caption stands outside, as it must not scroll.
pub fn table(caption: &str, names: usize, head: &[&str], rows: &[Vec<String>]) -> String {
    let has_data = |&column: &usize| rows.iter().any(|row| !row[column].is_empty());
    let columns: Vec<usize> = (0..head.len()).filter(has_data).collect();
    let mut html = format!("<p class=\"caption\">{caption}</p>\n<div class=\"scroll\"><table>\n<thead><tr>");
    for &column in &columns {
        let class = if column < names { " class=\"name\"" } else { "" };
        _ = write!(html, "<th scope=\"col\"{class}>{}</th>", head[column]);
    }
    html += "</tr></thead>\n<tbody>\n";
    for row in rows {
        let cell = |&column: &usize| match column < names {
            true => format!("<th scope=\"row\">{}</th>", row[column]),
            false => format!("<td>{}</td>", row[column]),
        };
        _ = writeln!(html, "<tr>{}</tr>", columns.iter().map(cell).collect::<String>());
    }
    html + "</tbody>\n</table></div>\n"
}

/// A part of the page that opens on demand.
pub fn details(html: &str) -> String {
    format!("<details>\n<summary>All runs</summary>\n{html}</details>\n")
}
