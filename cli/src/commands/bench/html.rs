//! The report as a page for a browser: one file that loads nothing.

/// Draws a report. `./page build` makes it of `web/page/report`, where the page has its view from, too. It is kept in the
/// repository, because the program is built without Node.js.
const VIEW: &str = include_str!("report.js");

/// A page for the report with this JSON.
pub fn of(json: &str) -> String {
    // No name in it can end its element.
    let json = json.replace('<', "\\u003c");
    format!(
        r#"<!DOCTYPE html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>cubebatch bench</title>
</head>
<body>
<noscript>The charts need JavaScript. The figures are in the source of this page, as JSON.</noscript>
<script type="application/json" id="report">
{json}
</script>
<script>
{VIEW}</script>
</body>
</html>
"#
    )
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    #[test]
    fn a_page_holds_its_report_whatever_it_says() {
        let report = json!({ "engines": [{ "name": "</script><b>\"A & 'B'\"</b><!--<script>" }] });
        let page = super::of(&report.to_string());
        assert_eq!(page.matches("</script").count(), 2);
        let (_, rest) = page.split_once("id=\"report\">").expect("the report has an element");
        let (held, _) = rest.split_once("</script>").expect("it ends");
        assert_eq!(serde_json::from_str::<Value>(held).expect("it is JSON"), report);
    }
}
